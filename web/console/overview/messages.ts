/** Texts of the overview. */
export const overview = {
  hub: 'Hub',
  period: 'Period',
  periods: { '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
  scope: (hubs: number, people: number, accounts: number) =>
    `${hubs} ${hubs === 1 ? 'Hub' : 'Hubs'} · ${people} with access · ${accounts} ${accounts === 1 ? 'account' : 'accounts'} that can sign in`,
  figures: {
    chats: 'Chats',
    messages: 'Messages',
    active_people: 'Active people',
    tokens: 'Tokens',
    cost_usd: 'Estimated cost',
    denials: 'Denials',
  },
  unpriced: 'no price known',
  partlyPriced: (turns: number) =>
    `without ${turns.toLocaleString()} ${turns === 1 ? 'turn' : 'turns'} of unknown price`,
  estimate: 'Estimated from the price table',
  estimatedTurns: (turns: number) =>
    `those of ${turns.toLocaleString()} ${turns === 1 ? 'turn' : 'turns'} estimated`,
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
    again: 'It starts again',
    unpriced: (turns: number) =>
      `${turns.toLocaleString()} ${turns === 1 ? 'turn has' : 'turns have'} no known price and can’t be counted.`,
    more: (count: number) => `Show ${count} more`,
  },
} as const
