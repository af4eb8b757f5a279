import type { TableView } from '../lib/wire'
export async function shareResult(_view: TableView, _title: string): Promise<string> {
  return ''
}
