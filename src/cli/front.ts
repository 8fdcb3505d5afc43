import { frontOf, type RunRecord } from '#supervisor/run-file.ts'

/** The address that people are told: the public one where somebody named it. Without a slash at the end. */
export const addressFor = ({ urls, publicUrl }: Pick<RunRecord, 'urls' | 'publicUrl'>): string =>
  (publicUrl ?? frontOf(urls)).replace(/\/+$/, '')
