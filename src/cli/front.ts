import { frontOf, type RunRecord } from '#supervisor/run-file.ts'

/** The address for people: the public address if configured. Without a slash at the end. */
export const addressFor = ({ urls, publicUrl }: Pick<RunRecord, 'urls' | 'publicUrl'>): string =>
  (publicUrl ?? frontOf(urls)).replace(/\/+$/, '')
