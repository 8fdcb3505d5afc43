import { csv, jsonLines } from './csv.ts'

export class Download {
  readonly filename: string
  readonly contentType: string
  readonly text: AsyncIterable<string>
  constructor(filename: string, contentType: string, text: AsyncIterable<string>) {
    this.filename = filename
    this.contentType = contentType
    this.text = text
  }
}

export function exportRows(
  rows: AsyncIterable<object>,
  { name, format, columns }: { name: string; format: 'csv' | 'jsonl'; columns: readonly string[] },
): Download {
  return format === 'csv'
    ? new Download(`${name}.csv`, 'text/csv; charset=utf-8; header=present', csv(columns, rows))
    : new Download(`${name}.jsonl`, 'application/x-ndjson; charset=utf-8', jsonLines(rows))
}
