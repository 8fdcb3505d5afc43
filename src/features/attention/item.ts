import type { AttentionItem } from './schema.ts'

const NOTHING = {
  hub: null,
  subject: null,
  subject_id: null,
  count: 1,
  since: null,
  detail: null,
  budget: null,
}

export const item = (
  given: Pick<AttentionItem, 'kind' | 'level'> & Partial<AttentionItem>,
): AttentionItem => ({
  ...NOTHING,
  ...given,
})
