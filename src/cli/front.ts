import { frontOf, type RunRecord } from '#supervisor/run-file.ts'

/** The public address if configured, without a trailing slash. */
export const addressFor = ({ urls, publicUrl }: Pick<RunRecord, 'urls' | 'publicUrl'>): string =>
  (publicUrl ?? frontOf(urls)).replace(/\/+$/, '')
