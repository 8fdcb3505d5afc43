import { number, texts } from '../../ui/language.ts'
export const workflows = texts('console.workflows', {
  definition: 'Definition',
  edit: 'Show in files',
  lastRuns: 'Last runs',
  allRuns: 'Show all',
  noRuns: 'No runs yet.',
  missing: 'No such task or workflow',
  missingText: 'Its file was renamed or removed, or its Hub can’t be reached.',
  agent: 'Runs as',
  nobody: 'No account',
  inputs: 'Inputs',
  required: 'required',
  lead: 'Tasks and workflows of your Hubs, with their trigger, next run and account.',
  empty: 'No tasks or workflows yet',
  emptyText: 'A markdown file in a Hub’s tasks folder is a task. This one runs every weekday at seven:',
  sample: `---
schedule: 0 7 * * 1-5
timezone: Europe/Berlin
run_as: ann@example.org
---
Look through the open orders and write a short summary.`,
  sampleLabel: 'tasks/morning.md',
  name: 'Name',
  kind: { task: 'Task', workflow: 'Workflow' },
  startedBy: 'Started by',
  byHand: 'Manual',
  byWebhook: (endpoint: string | null) =>
    endpoint === null || endpoint === 'webhook' ? 'Webhook' : `Webhook ${endpoint}`,
  next: 'Next run',
  nextAt: (time: string) => `next: ${time}`,
  nextTitle: 'Next five runs',
  noNext: 'Not scheduled',
  zone: (zone: string) => `Times in ${zone} and in your time zone`,
  runsAs: (account: string | null) => (account ? `Runs as ${account}` : 'No account'),
  state: 'State',
  states: { enabled: 'Enabled', disabled: 'Disabled', invalid: 'Broken' },
  lastRun: 'Last run',
  never: 'Never',
  problem: 'The file has a problem',
  stillOld: 'The last valid version is still used.',
  runNow: 'Run now',
  runNamed: (name: string) => `Run now: ${name}`,
  runTitle: (name: string) => `Run ${name} now?`,
  runText: (account: string | null) =>
    account
      ? `The run acts as ${account}. Pending events are not affected.`
      : 'The run acts without an account.',
  runVerb: 'Run now',
  queued: 'The run is queued.',
  yes: 'Yes',
  no: 'No',
  optional: 'optional',
})

export const schedule = texts('console.workflows.schedule', {
  every: {
    minute: (count: number) => (count === 1 ? 'every minute' : `every ${number(count)} minutes`),
    hour: (count: number) => (count === 1 ? 'every hour' : `every ${number(count)} hours`),
    day: (count: number) => (count === 1 ? 'every day' : `every ${number(count)} days`),
  },
  hourAt: (minutes: string) => `every hour at ${minutes}`,
  weekdays: 'every weekday',
  weekend: 'every weekend',
  someDays: (days: string) => `every ${days}`,
  monthly: (dates: string) => `every month on the ${dates}`,
  date: (day: number) => {
    const ending = day > 3 && day < 21 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
    return `${day}${ending}`
  },
  yearly: (dates: string) => `every year on ${dates}`,
  inMonths: (days: string, months: string) => `${days} in ${months}`,
  at: (days: string, times: string) => `${days} at ${times}`,
  often: (times: string, days: string) => `${times}, ${days}`,
})
