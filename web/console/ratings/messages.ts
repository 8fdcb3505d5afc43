/** Texts about what people think of answers. */
export const ratings = {
  lead: 'What people think of the answers they got in the chat. Neither their names nor their chats are shown.',
  verdict: 'Verdict',
  good: 'Good',
  bad: 'Bad',
  clear: 'Show good and bad',
  recent: 'Good, last 30 days',
  before: (share: string) => `${share} in the 30 days before`,
  noneBefore: 'None in the 30 days before',
  counts: (good: number, bad: number) => `${good.toLocaleString()} good, ${bad.toLocaleString()} bad`,
  none: '–',
  empty: 'No ratings yet',
  emptyText: 'Below each answer in the chat people can say whether it was good.',
  reasons: {
    wrong: 'Not right',
    incomplete: 'Not complete',
    off_topic: 'Not what was asked',
    too_long: 'Too long',
    unsafe: 'Unsafe',
  } as Record<string, string>,
}
