import type { Row } from './page.ts'
export async function runConformance(table: string, date: string): Promise<Row[]> {
  return [{ table, name: 'none', version: '', tried: [], date }].slice(1)
}
