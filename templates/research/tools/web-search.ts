import { defineTool, z } from 'hub-service'

type Env = Readonly<Record<string, string>>
type Since = 'day' | 'month' | 'year' | undefined

interface Page {
  title: string
  url: string
  text: string
  date?: string | null
}

const MAX_PAGES = 8
const MAX_BYTES = 2_000_000

/** Not read-only, because a query can disclose text of a chat. To search in tasks, name the tool under `tools` there. */
export const webSearch = defineTool({
  name: 'web_search',
  description:
    'Search the web. Returns titles, addresses and extracts. Read a page with fetch_url before you use it as a source.',
  input: z.object({
    query: z.string().min(2).max(400).describe('A few words, as for a search engine'),
    since: z.enum(['day', 'month', 'year']).optional().describe('Only pages of the last day, month or year'),
  }),
  needs: {
    optionalEnv: ['SEARXNG_URL', 'BRAVE_API_KEY', 'BRAVE_URL', 'TAVILY_API_KEY', 'TAVILY_URL'],
  },
  timeout: 20,
  title: ({ query }) => `Web search: ${query}`,
  async run({ query, since }, { env, signal }) {
    const search = env['SEARXNG_URL'] ? searxng : env['BRAVE_API_KEY'] ? brave : tavily
    if (search === tavily && !env['TAVILY_API_KEY'])
      throw new Error(
        'No search engine: set SEARXNG_URL, BRAVE_API_KEY or TAVILY_API_KEY in .env, then restart the Hub.',
      )
    const pages = (await search(query, since, env, signal)).filter(({ url }) => /^https?:/.test(url))
    return pages.length === 0 ? 'No results.' : pages.slice(0, MAX_PAGES).map(shown).join('\n\n')
  },
})

const shown = ({ title, url, text, date }: Page): string =>
  [`${title}${date ? ` (${date.slice(0, 10)})` : ''}`, url, text.slice(0, 500)].join('\n')

async function searxng(q: string, since: Since, env: Env, signal: AbortSignal): Promise<Page[]> {
  const query = new URLSearchParams({ q, format: 'json', ...(since && { time_range: since }) })
  const response = await request('SearXNG', `${withoutSlash(env['SEARXNG_URL'])}/search?${query}`, {
    signal,
  })
  if (response.status === 403)
    throw new Error(
      'SearXNG refused the format json (403): add it to search.formats in settings.yml of SearXNG.',
    )
  const { results, unresponsive_engines: silent } = await readJson<{
    results: { title: string; url: string; content?: string; publishedDate?: string | null }[]
    unresponsive_engines: [engine: string, reason: string][]
  }>('SearXNG', response)
  if (results.length === 0 && silent.length > 0)
    throw new Error(
      `SearXNG found nothing. Engines without an answer: ${silent.map((pair) => pair.join(': ')).join(', ')}.`,
    )
  return results.map(({ title, url, content, publishedDate }) => ({
    title,
    url,
    text: content ?? '',
    date: publishedDate,
  }))
}

async function brave(q: string, since: Since, env: Env, signal: AbortSignal): Promise<Page[]> {
  const query = new URLSearchParams({
    q,
    count: String(MAX_PAGES),
    text_decorations: 'false',
    ...(since && { freshness: { day: 'pd', month: 'pm', year: 'py' }[since] }),
  })
  const response = await request(
    'Brave',
    `${withoutSlash(env['BRAVE_URL'] || 'https://api.search.brave.com')}/res/v1/web/search?${query}`,
    { signal, headers: { accept: 'application/json', 'x-subscription-token': env['BRAVE_API_KEY'] } },
  )
  const { web } = await readJson<{
    web?: { results: { title: string; url: string; description?: string; page_age?: string }[] }
  }>('Brave', response)
  return (web?.results ?? []).map(({ title, url, description, page_age }) => ({
    title,
    url,
    text: description ?? '',
    date: page_age,
  }))
}

async function tavily(query: string, since: Since, env: Env, signal: AbortSignal): Promise<Page[]> {
  const response = await request(
    'Tavily',
    `${withoutSlash(env['TAVILY_URL'] || 'https://api.tavily.com')}/search`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${env['TAVILY_API_KEY']}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, max_results: MAX_PAGES, ...(since && { time_range: since }) }),
      signal,
    },
  )
  const { results } = await readJson<{ results: { title: string; url: string; content: string }[] }>(
    'Tavily',
    response,
  )
  return results.map(({ title, url, content }) => ({ title, url, text: content }))
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '')

/** A redirect fails, so that a key reaches no other server. */
async function request(engine: string, address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, redirect: 'error' })
  } catch (error) {
    init.signal?.throwIfAborted()
    const { cause } = error as Error & { cause?: { code?: string } }
    throw new Error(`${engine} is unreachable (${cause?.code ?? (error as Error).message}).`, {
      cause: error,
    })
  }
}

async function readJson<Answer>(engine: string, response: Response): Promise<Answer> {
  if (!response.ok) throw new Error(`${engine} answered ${response.status} ${response.statusText}.`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_BYTES) throw new Error(`${engine} answered with more than ${MAX_BYTES / 1_000_000} MB.`)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Answer
}
