/** The messages between page and server, by the names that the server gives them. */
import type { components as Api } from '../generated/api'
import type { components as Socket } from '../generated/socket'

export type TableView = Socket['schemas']['TableView']
export type SeatView = Socket['schemas']['SeatView']
export type PlyView = Socket['schemas']['PlyView']
export type Happened = Socket['schemas']['Happened']
export type Refused = Socket['schemas']['Refused']
export type FromServer = Socket['schemas']['FromServer']
export type FromClient = Socket['schemas']['FromClient']
export type Command = Socket['schemas']['Do']['command']
export type Phrase = Socket['schemas']['Say']['phrase']
export type Options = Api['schemas']['Options']
export type NewTable = Api['schemas']['NewTable']
export type SeatPlan = Api['schemas']['SeatPlan']
export type OpenedTable = Api['schemas']['OpenedTable']
export type HeldSeat = Api['schemas']['HeldSeat']
export type Level = NonNullable<SeatView['level']>
export type GameFacts = Api['schemas']['GameFacts']

type WithoutId<C> = C extends unknown ? Omit<C, 'id'> : never
/** A command as the page's parts give it; its id is added when it is sent. */
export type Wish = WithoutId<Command>
export type Replay = Api['schemas']['Replay']
export type Step = Api['schemas']['Step']
export type Reviewed = Api['schemas']['Reviewed']
export type Thinking = Api['schemas']['Thinking']
export type ReviewStep = Api['schemas']['ReviewStepView']
export type Reckoning = Api['schemas']['ReckoningView']
export type ListedTable = Api['schemas']['ListedTable']
