import { defineTool, z, type ToolContext } from 'hub-service'

const needs = { env: ['GITHUB_REPOSITORY', 'GITHUB_TOKEN'], optionalEnv: ['GITHUB_API_URL'] }
const restricted = { capability: 'label_issues', label: 'Label issues', group: 'GitHub' }

interface Issue {
  number: number
  title: string
  body: string | null
  html_url: string
  state: string
  user: { login: string } | null
  labels: { name: string }[]
}

export const listLabels = defineTool({
  name: 'list_labels',
  description: 'List the labels of the GitHub repository.',
  input: z.object({}),
  needs,
  readOnly: true,
  run: async (_input, ctx) =>
    (await labelsOf(ctx)).map(({ name, description }) => `${name}: ${description ?? ''}`).join('\n'),
})

export const readIssue = defineTool({
  name: 'read_issue',
  description: 'Read an issue or pull request of the GitHub repository with its comments.',
  input: z.object({ number: z.int().positive() }),
  needs,
  readOnly: true,
  title: ({ number }) => `Issue ${number}`,
  async run({ number }, ctx) {
    const issue = await github<Issue>(ctx, `/issues/${number}`)
    const comments = await github<Pick<Issue, 'body' | 'user'>[]>(
      ctx,
      `/issues/${number}/comments?per_page=50`,
    )
    ctx.source({ title: `#${number} ${issue.title}`, url: issue.html_url })
    return {
      ...shortIssue(issue),
      text: issue.body,
      comments: comments.map(({ body, user }) => ({ by: user?.login, body })),
    }
  },
})

export const listMerged = defineTool({
  name: 'list_merged',
  description: 'List at most 100 pull requests that were merged into the GitHub repository in a period.',
  input: z.object({
    since: z.iso.date().describe('First day, such as 2026-11-01'),
    until: z.iso.date().optional().describe('Last day; default today'),
  }),
  needs,
  readOnly: true,
  async run({ since, until }, ctx) {
    const q = `repo:${ctx.env['GITHUB_REPOSITORY']} is:pr is:merged merged:${since}..${until ?? '*'}`
    const query = new URLSearchParams({ q, per_page: '100' })
    const { items } = await github<{ items: Issue[] }>(ctx, `/search/issues?${query}`, { isGlobal: true })
    return items.map((item) => ({ ...shortIssue(item), text: item.body?.slice(0, 500) ?? '' }))
  },
})

const Changes = z.object({
  changes: z
    .string()
    .max(5000)
    .describe('One line for each issue or pull request, such as owner/name#12: bug, docs'),
})

/** In chats: the person sees the labels and approves them. */
export const labelIssues = defineTool({
  name: 'label_issues',
  description:
    'Add labels to issues or pull requests of the GitHub repository. The person confirms the labels.',
  input: Changes,
  needs,
  restricted,
  confirm: 'editable',
  run: ({ changes }, ctx) => addLabels(changes, ctx),
})

/** Only for the workflow `triage`, which asks a person first: no task names this tool, so no agent has it. */
export const addApprovedLabels = defineTool({
  name: 'add_approved_labels',
  description: 'Add labels that a person has approved.',
  input: Changes,
  needs,
  restricted,
  surfaces: ['webhook', 'schedule'],
  run: ({ changes }, ctx) => addLabels(changes, ctx),
})

/** Checks all lines before the first change. GitHub would create a label that does not exist. */
async function addLabels(changes: string, ctx: ToolContext): Promise<string> {
  const known = new Set((await labelsOf(ctx)).map(({ name }) => name))
  const wanted = changes
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => readLine(line, ctx.env['GITHUB_REPOSITORY']))
  const unknown = wanted.flatMap(({ labels }) => labels).filter((label) => !known.has(label))
  if (unknown.length > 0) throw new Error(`The repository has no label ${unknown.join(', ')}.`)
  for (const { number, labels } of wanted) await github(ctx, `/issues/${number}/labels`, { body: { labels } })
  return wanted.map(({ number, labels }) => `#${number}: added ${labels.join(', ')}`).join('\n')
}

function readLine(line: string, repository: string): { number: string; labels: string[] } {
  const [, name, number, labels] = /^(\S+)#(\d+):\s*(\S.*)$/.exec(line.trim()) ?? []
  if (!number) throw new Error(`Expected owner/name#12: bug, docs instead of: ${line}`)
  if (name.toLowerCase() !== repository.toLowerCase())
    throw new Error(`This Hub changes only ${repository}, not ${name}.`)
  return { number, labels: labels.split(',').map((label) => label.trim()) }
}

const labelsOf = (ctx: ToolContext) =>
  github<{ name: string; description: string | null }[]>(ctx, '/labels?per_page=100')

const shortIssue = ({ number, title, html_url: url, state, user, labels }: Issue) => ({
  number,
  title,
  url,
  state,
  by: user?.login,
  labels: labels.map(({ name }) => name),
})

async function github<Answer>(
  { env, signal }: ToolContext,
  path: string,
  { body, isGlobal = false }: { body?: unknown; isGlobal?: boolean } = {},
): Promise<Answer> {
  const api = (env['GITHUB_API_URL'] || 'https://api.github.com').replace(/\/+$/, '')
  const response = await fetch(api + (isGlobal ? '' : `/repos/${env['GITHUB_REPOSITORY']}`) + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${env['GITHUB_TOKEN']}`,
      'user-agent': 'hub-service',
      'x-github-api-version': '2022-11-28',
    },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'error',
    signal,
  })
  if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${path.split('?')[0]}.`)
  return (await response.json()) as Answer
}
