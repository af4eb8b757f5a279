/** The calls that need no socket. */
import type {
  GameFacts,
  HeldSeat,
  ListedTable,
  NewTable,
  OpenedTable,
  Refused,
  Replay,
  Reviewed,
  TableView,
  Thinking,
} from './wire'

/** The server said no, or could not be reached (`offline`). */
export class CallFailed extends Error {
  constructor(readonly refused: Refused) {
    super(refused.message)
  }
}

async function call<Answer>(path: string, body?: unknown, token?: string): Promise<Answer> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  let response: Response
  try {
    response = await fetch(`/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
  } catch {
    throw new CallFailed({ code: 'offline', message: 'no connection', facts: {} })
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Answer
  throw new CallFailed((answer as Refused | null) ?? { code: 'offline', message: response.statusText, facts: {} })
}

export const openTable = (table: NewTable) => call<OpenedTable>('tables', table)
export const sitDown = (id: string, seat: number, name: string) =>
  call<HeldSeat>(`tables/${id}/seats/${seat}`, { name })
export const look = (id: string, token?: string) => call<TableView>(`tables/${id}`, undefined, token)
export const replayOf = (id: string) => call<Replay>(`tables/${id}/replay`)
export const reviewOf = (id: string) => call<Reviewed | Thinking>(`tables/${id}/review`)
export const games = () => call<GameFacts[]>('games')
export const openTables = () => call<ListedTable[]>('tables')

/** The game so far as text. */
export async function recordOf(id: string): Promise<string> {
  return (await fetch(`/api/tables/${id}/record`)).text()
}
