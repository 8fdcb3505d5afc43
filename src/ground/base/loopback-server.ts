import type { RequestListener } from 'node:http'
import { closeGracefully, createHttpServer, listen } from './http-server.ts'
import { onlyByOwnName } from './network/misdirected.ts'
import { createOwnAddress } from './network/own-address.ts'

const CLOSE_MS = 1000
const THIS_MACHINE = createOwnAddress({ publicUrl: null, names: [] })

export async function serveOnLoopback(
  answers: Readonly<Record<string, RequestListener>>,
  { port, variable }: { port: number; variable: string },
): Promise<AsyncDisposable & { url: string }> {
  const answer: RequestListener = (request, response) => {
    const found = answers[request.url?.split('?')[0] ?? '']
    if (found) return found(request, response)
    return void response.writeHead(404).end()
  }
  const server = createHttpServer(onlyByOwnName(THIS_MACHINE, answer))
  const url = await listen(server, { host: '127.0.0.1', port, variable })
  return { url, [Symbol.asyncDispose]: () => closeGracefully(server, CLOSE_MS) }
}
