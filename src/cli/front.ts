import { frontOf, type RunRecord } from '#supervisor/run-file.ts'

export const addressFor = ({ urls, publicUrl }: Pick<RunRecord, 'urls' | 'publicUrl'>): string =>
  (publicUrl ?? frontOf(urls)).replace(/\/+$/, '')
