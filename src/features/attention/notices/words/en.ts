import { numberIn, pluralIn } from '#ground/turn/language/formats.ts'
import type { BudgetFacts, NoticeWords, TitleFacts } from './shape.ts'

const number = (value: number): string => numberIn('en', value)
const plural = (count: number, one: string, other: string): string =>
  `${number(count)} ${pluralIn('en', count, { one, other })}`

const ownerOf = ({ scope }: BudgetFacts, { hub, subject }: TitleFacts): string =>
  ({ hub, person: `${subject} on ${hub}`, task: `The task ${subject} on ${hub}` })[scope]

export const en: NoticeWords = {
  title: {
    hub_broken: ({ hub }) => `${hub} doesn’t start`,
    hub_away: ({ hub }) => `${hub} can’t be reached`,
    hub_problems: ({ hub, count }) => `${plural(count, 'problem', 'problems')} in ${hub}’s files`,
    run_failed: ({ hub, subject, count }) =>
      `${subject} on ${hub} failed${count === 1 ? '' : ` ${number(count)} times`}`,
    run_retrying: ({ hub, subject, count }) =>
      `${subject} on ${hub} failed ${count === 1 ? 'once' : `${number(count)} times`} and is retried`,
    model_failing: ({ hub, subject }) => `${hub}’s model ${subject} doesn’t answer`,
    answers_failed: ({ hub, subject, count }) =>
      `${plural(count, 'message', 'messages')} from ${subject} to ${hub} ${count === 1 ? 'has' : 'have'} no answer`,
    channel_silent: ({ hub, subject }) => `No message from ${subject} to ${hub} for a week`,
    events_quarantined: ({ hub, count }) =>
      `${plural(count, 'event is', 'events are')} quarantined on ${hub}`,
    budget: (facts) => {
      const { budget, hub } = facts
      if (budget === null) return hub
      const when = budget.period === 'day' ? 'today' : 'this month'
      return budget.isExhausted
        ? `${ownerOf(budget, facts)} used up the budget for ${when}`
        : `${ownerOf(budget, facts)} used ${budget.share} of the budget for ${when}`
    },
    sign_ups: ({ count }) => `${plural(count, 'person waits', 'people wait')} for approval`,
    access_request: ({ hub, subject }) => `${subject} requests access to ${hub}`,
    change_requests: ({ count }) =>
      `${plural(count, 'change request waits', 'change requests wait')} for your decision`,
    key_expires: ({ subject }) => `Your API key ${subject} expires soon`,
    certificate: ({ subject, level }) =>
      level === 'failure'
        ? `The certificate of ${subject} has expired`
        : `The certificate of ${subject} expires soon`,
    backup: ({ level }) =>
      level === 'failure' ? 'The last backup failed' : 'No backup for more than a week',
  },
  solved: (title) => `Solved: ${title}`,
  worse: (title) => `Worse: ${title}`,
  several: (count) => `${plural(count, 'item needs', 'items need')} your attention`,
  more: (count) => `… and ${number(count)} more`,
  footer: (url) => `You chose these notices in the Console. Change them: ${url}`,
  test: { subject: 'Test of your notices', text: 'This is a sample. Notices arrive here.' },
}
