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
  /** The administrator, whose chats they are. */
  ann: ConsolePerson
  /** Addresses of the chats that pictures are taken of. */
  chats: Readonly<Record<'odd' | 'failed' | 'handbook', string>>
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

/** The web chat with one administrator, whose chats show everything an answer can hold. */
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
      odd: await chat(`An odd one: ${LONG_WORD} שלום 🌱`),
      failed: await chat('Please fail this once'),
      handbook: await chat('Summarise our handbook for a new colleague'),
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The agent's model: what the person asks for decides what comes. */
const answering: UpstreamScript = (answer, request) => {
  const text = lastQuestion(request)
  if (/fail/.test(text))
    return answer.status(400, {
      error: { message: 'The model does not take this question.', code: 'refused' },
    })
  if (/slowly/.test(text)) return answer.text('The first words of a long answer, ')
  if (/odd/.test(text)) return says(ODD)(answer, request)
  if (!/handbook/.test(text)) return says('In April, once the ground is warm.')(answer, request)
  const steps = request.body.messages?.filter(({ role }) => role === 'tool').length ?? 0
  if (steps > 0) return says(HANDBOOK)(answer, request)
  return calls(
    { id: 'read', name: 'read_file', input: { path: 'handbook.md' } },
    { id: 'gone', name: 'read_file', input: { path: 'archive/handbook-of-2011.md' } },
  )(answer, request)
}

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
