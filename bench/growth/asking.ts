import type { TestConsole } from '../../tests/support/console.ts'

export const page = (world: TestConsole, path: string) => async () => {
  const { status, text } = await world.admin.get(path)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  return text
}

export async function chatapp<Answer>(world: TestConsole, path: string, body?: unknown): Promise<Answer> {
  return read(
    await fetch(`${world.chatappUrl}/api/v1${path}`, {
      headers: { authorization: `Bearer ${world.admin.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    }),
  )
}

export const chatPage = (world: TestConsole, path: string) => () => chatapp(world, path)

export const artifactPage =
  ({ url, admin }: TestConsole, query: string) =>
  async () =>
    read(await fetch(`${url}/portal/artifacts/api${query}`, { headers: { cookie: `token=${admin.token}` } }))

async function read<Answer>(answer: Response): Promise<Answer> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as Answer
}
