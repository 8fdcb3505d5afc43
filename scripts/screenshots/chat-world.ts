import { signUp, type Account, type ConsolePerson } from '../../tests/support/console-person.ts'
import { runHub, type RunningHub } from '../../tests/support/running-hub.ts'
import {
  calls,
  says,
  startUpstream,
  type RecordedRequest,
  type Upstream,
  type UpstreamScript,
} from '../../tests/support/upstream.ts'

export interface StartedChat extends AsyncDisposable {
  hub: RunningHub
  ann: ConsolePerson
  chats: Readonly<Record<'odd' | 'failed' | 'handbook' | 'rich' | 'saved', string>>
}

const ANN: Account = {
  name: 'נועה כהן 🌱 Ann Lee',
  email: 'ann@example.org',
  password: 'correct horse battery',
}

export const LONG_WORD =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2)

const HANDBOOK = `## The handbook in short

It is kept by **everybody**, and changes with a \`pull request\`.

| Topic | In short | Who to ask | Since | Where it is written down in full |
|:--|:--|:--|--:|:--|
| Working hours | Nine to five, flexible about both | Bob Stone | 2019 | handbook/hours.md |
| Holidays | Thirty days; say so two weeks ahead for a week or more | Cleo Park | 2021 | handbook/holidays.md |

\`\`\`ts
const answer = await client.chat.completions.create({ model: 'garden-team', messages: [{ role: 'user', content: 'Summarise our handbook' }] })
\`\`\`

1. Read it once.
2. Ask when something is missing.
`

const ODD = `${LONG_WORD}

مرحبا بكم في الحديقة 🌻 هذا نص من اليمين إلى اليسار مع \`code\` فيه.

https://example.org/${'a-long-address/'.repeat(12)}

👩‍🌾👨‍👩‍👧‍👦🏳️‍🌈🇺🇳
`

const RICH = `A bed of length $\\ell$ and width $w$ takes $$n = \\left\\lfloor \\frac{\\ell \\cdot w}{a^2} \\right\\rfloor, \\qquad a = \\sqrt{\\tfrac{1}{2}}\\,\\text{m}$$ plants.[^1]

- [x] Beds are dug
- [ ] Seeds are bought
- [ ] Press <kbd>Ctrl</kbd> <kbd>K</kbd> to find this again

> [!WARNING]
> No beans before the last frost.

\`\`\`mermaid
flowchart LR
  Seed --> Sprout --> Bean
  Sprout -- slugs --> Nothing
\`\`\`

\`\`\`mermaid
flowchart LR
  A[[[ can't be drawn
\`\`\`

\`\`\`diff
- peas: march
+ peas: april
\`\`\`

| Bed | ${Array.from({ length: 12 }, (_, month) => `Month ${month + 1}`).join(' | ')} |
|${'---|'.repeat(13)}
| North | ${'rest | '.repeat(12)}

[^1]: As the handbook has it.
`

const CHATS = [
  'When do we sow peas?',
  'متى نزرع الطماطم في الحديقة؟',
  '🌻🌻🌻 Sunflowers for the whole street, and who waters them in August',
  LONG_WORD,
  ...[
    'Beds',
    'Compost',
    'Slugs',
    'Bees',
    'Tools',
    'Seeds',
    'Frost',
    'Herbs',
    'Pears',
    'Roses',
    'Water',
    'Shed',
  ].map((topic) => `What about ${topic.toLowerCase()} this year?`),
]

export async function startChatWorld(): Promise<StartedChat> {
  const stack = new AsyncDisposableStack()
  const provider = stack.use(await startUpstream())
  provider.otherwise(answering)
  const hub = stack.use(
    await runHub({
      environment: {
        SVC_MODEL: 'compatible/demo',
        SVC_MODEL_BASE_URL: provider.url,
        SVC_MODEL_API_KEY: 'none',
        SVC_PROCESSES: 'single',
      },
    }),
  )
  const ann = await signUp(hub.url, ANN)
  const slug = hub.ready.hubs[0]!.slug
  for (const text of CHATS) await ann.say(slug, text)
  const known = async (): Promise<string[]> =>
    (await ann.call('GET', '/api/v1/chats/?page=1')).map(({ id }: { id: string }) => id)
  const chat = async (text: string) => {
    const before = new Set(await known())
    await ann.say(slug, text)
    return `/c/${(await known()).find((id) => !before.has(id))!}`
  }
  await addProvider(ann, provider)
  return {
    hub,
    ann,
    chats: {
      rich: await chat('Show me the richest plan of the beds'),
      saved: await chat('Keep the plan as a file'),
      odd: await chat(`An odd one: ${LONG_WORD} שלום 🌱`),
      failed: await chat('Please fail this once'),
      handbook: await chat('Summarise our handbook for a new colleague'),
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const answering: UpstreamScript = (answer, request) => {
  const text = lastQuestion(request)
  if (/fail/.test(text))
    return answer.status(400, {
      error: { message: 'The model does not take this question.', code: 'refused' },
    })
  if (/slowly/.test(text)) return answer.text('The first words of a long answer, ')
  if (/odd/.test(text)) return says(ODD)(answer, request)
  if (/richest/.test(text)) return says(RICH)(answer, request)
  if (/as a file/.test(text)) return saving(answer, request)
  if (!/handbook/.test(text)) return says('In April, once the ground is warm.')(answer, request)
  const steps = request.body.messages?.filter(({ role }) => role === 'tool').length ?? 0
  if (steps > 0) return says(HANDBOOK)(answer, request)
  return calls(
    { id: 'read', name: 'read_file', input: { path: 'handbook.md' } },
    { id: 'gone', name: 'read_file', input: { path: 'archive/handbook-of-2011.md' } },
  )(answer, request)
}

const saving: UpstreamScript = (answer, request) => {
  const results = request.body.messages?.filter(({ role }) => role === 'tool') ?? []
  const [link] = /\/artifacts\/[^"\s)\\]+/.exec(JSON.stringify(results)) ?? []
  if (link) return says(`It is in [plan.md](${link}).`)(answer, request)
  return calls({ id: 'save', name: 'save_file', input: { filename: 'plan.md', content: PLAN } })(
    answer,
    request,
  )
}

const PLAN = '# The plan\n\nPeas in April, beans in May, and nothing in January.\n'

function lastQuestion({ body }: RecordedRequest): string {
  const question = body.messages?.findLast(({ role }) => role === 'user')
  return JSON.stringify(question?.content ?? '')
}

async function addProvider(ann: ConsolePerson, { url }: Upstream): Promise<void> {
  await ann.call('POST', '/api/v1/configs/tool_servers/company-files', {
    url,
    path: '',
    type: 'mcp',
    auth_type: 'oauth_2.1_static',
    key: '',
    config: {
      enable: true,
      kind: 'oauth2',
      access_grants: [{ principal_type: 'user', principal_id: '*', permission: 'read' }],
      oauth_scope: 'files.read files.write',
      oauth_server_url: `${url}/authorize`,
      token_url: `${url}/token`,
    },
    info: {
      id: 'company-files',
      name: 'Company files',
      description: 'Documents of the whole team',
      oauth_client_id: 'hub',
      oauth_client_secret: 'a secret of nobody',
    },
  })
}
