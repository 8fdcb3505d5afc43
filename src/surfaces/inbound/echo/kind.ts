import { z } from 'zod'
import { secret } from '#ground/base/environment.ts'
import type { SurfaceKind } from '../kind.ts'

/** Answers with what it was sent, to whoever knows the token. */
export const echo: SurfaceKind = {
  variables: z.object({ ECHO_TOKEN: secret(z.string().optional().describe('Whoever sends it is echoed')) }),
  lack: ({ environment }) =>
    environment['ECHO_TOKEN'] ? null : 'the echo is served only with a token; set ECHO_TOKEN in the Hub’s .env',
  open: async ({ environment }) => ({
    names: () => ['echo'],
    surfaceOf: (name) =>
      name === 'echo'
        ? {
            name,
            async handle(request, response) {
              const known = request.headers['x-echo-token'] === environment['ECHO_TOKEN']
              response.writeHead(known ? 200 : 403)
              if (known) request.pipe(response)
              else response.end()
            },
          }
        : null,
    async [Symbol.asyncDispose]() {},
  }),
}
