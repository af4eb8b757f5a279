/** The calls that need no socket. */
import { isLocal } from './mine'
import type {
  Analysed,
  Account,
  AheadView,
  CallMe,
  DayView,
  GameFacts,
  HeldSeat,
  HowGood,
  Hint,
  HouseView,
  JoinedSeries,
  ListedTable,
  NewTable,
  OpenedSeries,
  OpenedTable,
  PushKey,
  Puzzles,
  RatingView,
  ReadText,
  Refused,
  Replay,
  Reviewed,
  SeriesPlan,
  SeriesView,
  SkillView,
  TableRatings,
  TableView,
  Thinking,
  Wanted,
} from './wire'

/** The server said no, or could not be reached (`offline`). */
export class CallFailed extends Error {
  constructor(readonly refused: Refused) {
    super(refused.message)
  }
}

async function ask(path: string, body?: unknown, token?: string, method?: string): Promise<Response> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  let response: Response
  try {
    response = await fetch(`/api/${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
  } catch {
    throw new CallFailed({ code: 'offline', message: 'no connection', facts: {} })
  }
  if (response.ok) return response
  const refused = (await response.json().catch(() => null)) as Refused | null
  throw new CallFailed(refused ?? { code: 'offline', message: response.statusText, facts: {} })
}

async function call<Answer>(...asked: Parameters<typeof ask>): Promise<Answer> {
  return (await (await ask(...asked)).json().catch(() => null)) as Answer
}

/** What is asked about a table of this browser, it answers itself. */
const local = () => import('../local/desk')

async function here<Answer>(answer: Promise<Answer | null>): Promise<Answer> {
  const found = await answer
  if (found === null) throw new CallFailed({ code: 'no-such-table', message: 'no such table here', facts: {} })
  return found
}

export const openTable = (table: NewTable) => call<OpenedTable>('tables', table)
/** The same in this browser, without a server. */
export const openLocalTable = async (table: NewTable) => (await local()).openTable(table)
export const sitDown = (id: string, seat: number, name: string, key = '', face = '') =>
  call<HeldSeat>(`tables/${id}/seats/${seat}`, { name, key, face })
export const look = async (id: string, token?: string) =>
  isLocal(id) ? here((await local()).look(id, token)) : call<TableView>(`tables/${id}`, undefined, token)
/** The same as the holder of several seats sees it. */
export async function lookAs(id: string, tokens: readonly string[]): Promise<TableView> {
  const views = await Promise.all(tokens.length ? tokens.map((token) => look(id, token)) : [look(id)])
  return {
    ...views[0]!,
    you: views.flatMap((view) => view.you).sort((a, b) => a - b),
    choices: Object.assign({}, ...views.map((view) => view.choices)) as TableView['choices'],
  }
}
/** Of a table or a series. */
export const houseOf = (path: string) => call<HouseView>(`${path}/house`)
export const openHouse = (path: string, open: boolean, token: string) =>
  call<HouseView>(`${path}/house`, { open }, token)
/** What a seat may decide for the next roll. */
export const mayAhead = (id: string, seat: number, token: string) =>
  call<AheadView>(`tables/${id}/ahead?seat=${seat}`, undefined, token)
export const pushKey = () => call<PushKey>('push')
export const callMe = (id: string, token: string, where: CallMe) => call<null>(`tables/${id}/push`, where, token)
export const replayOf = async (id: string) =>
  isLocal(id) ? here((await local()).replayOf(id)) : call<Replay>(`tables/${id}/replay`)
export const reviewOf = (id: string) => call<Reviewed | Thinking>(`tables/${id}/review`)
export const analyse = (wanted: Wanted) => call<Analysed>('analyse', wanted)
export const readText = (text: string) => call<ReadText>('read', { text })
export const puzzlesOf = (game: string) => call<Puzzles>(`puzzles/${game}`)
export const skillOf = (asked: HowGood) => call<SkillView>('skill', asked)
/** What a seat had best do, and why; only in games against bots. */
export const hintFor = (id: string, seat: number, token: string) =>
  call<Hint>(`tables/${id}/hint?seat=${seat}`, undefined, token)
/** Why a move in a position is better than another. */
export const hintAbout = (position: string, seat: number, move: string, against: string) =>
  call<Hint>('hint', { position, seat, move, against })
export const dayOf = (date: string) => call<DayView>(`days/${date}`)
/** Who holds no seat enters a record that was told to the server. */
export const enterResult = (date: string, table: string, name: string, token?: string) =>
  call<DayView['results']>(`days/${date}/results`, { table, name }, token)
export const accountOf = (id: string) => call<Account>(`tables/${id}/account`)
export const openSeries = (plan: SeriesPlan) => call<OpenedSeries>('series', plan)
export const joinSeries = (id: string, name: string, team: number, key: string, face: string) =>
  call<JoinedSeries>(`series/${id}/people`, { name, team, key, face })
export const leaveSeries = (id: string, person: number, token: string) =>
  call<SeriesView>(`series/${id}/people/${person}`, undefined, token, 'DELETE')
export const comeBack = (id: string, person: number, token: string) =>
  call<SeriesView>(`series/${id}/people/${person}`, {}, token)
export const beginRound = (id: string, round: number, callOff: boolean, token: string) =>
  call<SeriesView>(`series/${id}/rounds`, { round, call_off: callOff }, token)
export const endSeries = (id: string, token: string) => call<SeriesView>(`series/${id}/end`, {}, token)
export const ratingsOf = (game: string, key: string) => call<RatingView[]>(`ratings/${game}`, undefined, key)
export const tableRatings = (id: string) => call<TableRatings>(`tables/${id}/ratings`)
export const forgetRatings = (key: string) => call<null>('ratings', undefined, key, 'DELETE')
export const games = () => call<GameFacts[]>('games')
export const openTables = () => call<ListedTable[]>('tables')
/** A finished game that was played elsewhere, from now on at a table of its own. */
export const keepRecord = (record: string) => call<OpenedTable>('records', { record })
/** Under which id the server knows a finished game; one that was played in this browser is told there first. */
export const knownAs = async (id: string) => (isLocal(id) ? (await keepRecord(await recordOf(id))).id : id)

/** The game so far as text. */
export async function recordOf(id: string): Promise<string> {
  return isLocal(id) ? (await local()).recordOf(id) : (await ask(`tables/${id}/record`)).text()
}
