import { person, readText, saying, type TestBridge } from '../support/bridge.ts'

export async function savedLink(
  bridge: TestBridge,
  filename: string,
  content: string,
  chat_id = 'c1',
): Promise<string> {
  const call = JSON.stringify({ filename, content })
  const answer = await readText(
    await bridge.complete(saying(`/tool save_file ${call}`, { chat_id }), person('ann@x.org')),
  )
  return /\]\((\/artifacts\/[^)]+)\)/.exec(answer)![1]!
}

export const upload = (
  bridge: TestBridge,
  filename: string,
  body: string | Uint8Array<ArrayBuffer>,
  type?: string,
): Promise<Response> =>
  bridge.fetch(`/uploads/c1/${encodeURIComponent(filename)}`, {
    method: 'POST',
    body: new Blob([body]),
    headers: type ? { 'content-type': type } : {},
  })
