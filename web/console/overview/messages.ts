import { plural } from '../kit/plural.ts'

/** Texts of the overview. */
export const overview = {
  troubles: 'Problems in Hubs’ folders',
  toWork: 'Tasks and workflows',
  toHub: 'Show Hub',
  hub: 'Hub',
  period: 'Period',
  periods: { '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
  scope: (hubs: number, people: number, accounts: number) =>
    `${plural(hubs, 'Hub', 'Hubs')} · ${people} with access · ${plural(accounts, 'account', 'accounts')} that can sign in`,
  figures: {
    chats: 'Chats',
    messages: 'Messages',
    active_people: 'Active people',
    tokens: 'Tokens',
    cost_usd: 'Estimated cost',
    denials: 'Denials',
  },
  unpriced: 'unknown price',
  partlyPriced: (turns: number) => `without ${plural(turns, 'turn', 'turns')} of unknown price`,
  estimate: 'Estimated from the price table',
  estimatedTurns: (turns: number) => `those of ${plural(turns, 'turn', 'turns')} estimated`,
  before: (value: string) => `previously ${value}`,
  attention: {
    label: 'Needs your attention',
    changes: (count: number) =>
      `${count === 1 ? 'A change request waits' : `${count.toLocaleString()} change requests wait`} for your decision`,
    quarantined: (count: number, hub: string) =>
      `${count === 1 ? 'An event is' : `${count.toLocaleString()} events are`} quarantined on ${hub}`,
    failedRuns: (count: number) =>
      `${count === 1 ? 'A run' : `${count.toLocaleString()} runs`} failed in the last 24 hours`,
    away: (hub: string) => `${hub} can’t be reached`,
    broken: (hub: string, problem: string) => `${hub} doesn’t start: ${problem}`,
    pending: (count: number) =>
      `${count === 1 ? '1 person waits' : `${count.toLocaleString()} people wait`} for approval`,
    budgets: 'Budgets',
  },
  first: {
    title: 'First steps',
    lead: 'Your Hub is ready. Next steps:',
    ask: 'Try the agent',
    askText: 'People use it in the web chat.',
    people: 'Invite people',
    peopleText: 'Create an account and choose its permissions.',
    work: 'Automate work',
    workText: 'A task runs on a schedule, or when a webhook receives an event.',
    connect: 'Use it from your programs',
    connectText: 'A key and the lines to copy, for editors and terminals.',
    done: 'Done',
  },
  chatsOverTime: 'Chats and messages',
  tokensOverTime: 'Tokens',
  costOverTime: 'Estimated cost',
  chartOf: (title: string) => `${title} over time. The button beside the title shows the numbers as a table.`,
  asTable: (title: string) => `${title} as a table`,
  asChart: (title: string) => `${title} as a chart`,
  legend: 'Shown',
  time: 'Time',
  usageByHub: 'Usage by Hub',
  costByHub: 'Cost by Hub',
  share: 'Share',
  runs: 'Runs',
  missed: 'Missed slots',
  denials: 'Latest denials',
  noDenials: 'No restricted tool was refused.',
  all: 'Show all',
  budgets: {
    label: 'Budgets',
    person: (subject: string, hub: string) => `${subject} on ${hub}`,
    task: (subject: string, hub: string) => `The task ${subject} on ${hub}`,
    periods: { day: 'today', month: 'this month' },
    warning: (whose: string, share: string, period: string) =>
      `${whose} used ${share} of the budget for ${period}.`,
    exhausted: (whose: string, period: string) => `${whose} used up the budget for ${period}.`,
    amount: (used: string, limit: string) => `${used} of ${limit}.`,
    tokens: (used: string, limit: string) => `${used} of ${limit} tokens.`,
    again: 'It resets',
    unpriced: (turns: number) =>
      `${plural(turns, 'turn has', 'turns have')} no known price and can’t be counted.`,
    more: (count: number) => `Show ${count} more`,
  },
} as const
