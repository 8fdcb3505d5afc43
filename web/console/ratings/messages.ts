import { number, texts } from '../../ui/language.ts'
const reasons: Readonly<Record<string, string>> = {
  wrong: 'Incorrect',
  incomplete: 'Incomplete',
  off_topic: 'Off topic',
  too_long: 'Too long',
  unsafe: 'Unsafe',
}

export const ratings = texts('console.ratings', {
  lead: 'People’s ratings of answers in the chat. Neither names nor chats are shown.',
  verdict: 'Verdict',
  good: 'Good',
  bad: 'Bad',
  clear: 'Show good and bad ratings',
  recent: 'Good ratings, last 30 days',
  before: (share: string) => `${share} in the 30 days before`,
  noneBefore: 'No ratings in the 30 days before',
  counts: (good: number, bad: number) => `${number(good)} good, ${number(bad)} bad`,
  none: '–',
  empty: 'No ratings yet',
  emptyText: 'People can rate each answer in the chat.',
  reasons,
})
