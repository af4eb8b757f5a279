/** What the Python rules make of records: the text again, the last position, and how it ended. */
export function readAgain(records: string[]): { text: string; position: string; places: number[] }[]
