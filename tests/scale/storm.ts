import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { clientOf, type Answer, type Client } from '../chatapp/client.ts'
import { turnForm } from '../chatapp/page.ts'

export interface History {
  prompts: Map<string, Set<string>>
  /** SHA-256 of accepted files by id. */
  files: Map<string, string>
  deliveries: Set<string>
  /** Number of refusals by status; 0: no response. */
  refused: Map<number, number>
}

export interface Storm {
  history: History
  stop(): Promise<void>
}

const CONTENTS: readonly ((about: string) => string)[] = [
  () => '/say begun\n/wait 1200\n/say ended',
  (about) => `/say ${about}`,
  (about) => `/tool save_file ${JSON.stringify({ filename: `${about}.txt`, content: about })}`,
]
const FILE_EACH = 4
const FILE_BYTES = 20_000

export function startStorm(
  urls: readonly string[],
  { people, token, id, secret }: { people: number; token: string; id: string; secret: string },
): Storm {
  const history: History = { prompts: new Map(), files: new Map(), deliveries: new Set(), refused: new Map() }
  const stopping = new AbortController()
  const anyone = (): Client => clientOf(urls[Math.floor(Math.random() * urls.length)]!, token, id)
  const reported = async (asking: Promise<Answer>): Promise<Answer | null> => {
    const answer = await asking.catch(() => null)
    if (answer?.status === 200) return answer
    const status = answer?.status ?? 0
    history.refused.set(status, (history.refused.get(status) ?? 0) + 1)
    await pause(200)
    return null
  }

  const chatting = async (person: number) => {
    let chatId: string | null = null
    let parent: string | null = null
    for (let n = 0; !stopping.signal.aborted; n++) {
      if (n % FILE_EACH === 0) await attach(`${person}-${n}.bin`)
      const content = CONTENTS[n % CONTENTS.length]!(`${person}-${n}`)
      const form = turnForm({
        model: 'garden',
        chat_id: chatId,
        parent_id: parent,
        user_message: { content },
      })
      const answer = await reported(anyone().post('/api/chat/completions', form))
      if (!answer) continue
      chatId = answer.json.chat_id as string
      const known = history.prompts.get(chatId) ?? new Set()
      history.prompts.set(chatId, known.add(form.user_message!.id))
      parent = form.id
      await pause(50 + Math.random() * 300)
    }
  }
  const attach = async (name: string) => {
    const bytes = randomBytes(FILE_BYTES)
    const answer = await reported(anyone().upload(name, bytes))
    if (answer) history.files.set(answer.json.id, hashOf(bytes))
  }
  /** Senders repeat an unacknowledged delivery with the same id, at any instance. */
  const delivering = async () => {
    while (!stopping.signal.aborted) {
      const delivery = randomBytes(8).toString('hex')
      for (let isKept = false; !isKept;) {
        const url = urls[Math.floor(Math.random() * urls.length)]!
        isKept = await deliver(url, { secret, delivery }).catch(() => false)
        if (!isKept) await pause(100)
      }
      history.deliveries.add(delivery)
      await pause(20)
    }
  }
  const all = [delivering(), ...Array.from({ length: people }, (_, person) => chatting(person))]
  return {
    history,
    async stop() {
      stopping.abort()
      await Promise.all(all)
    },
  }
}

async function deliver(
  url: string,
  { secret, delivery }: { secret: string; delivery: string },
): Promise<boolean> {
  const answer = await fetch(`${url}/webhooks/garden/webhook`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'x-delivery-id': delivery,
    },
    body: JSON.stringify({ delivery }),
    signal: AbortSignal.timeout(10_000),
  })
  await answer.text()
  return answer.status === 200
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
