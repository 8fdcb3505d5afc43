import type { Environment } from '#ground/base/environment.ts'
import { checkNamedChatapp } from '#processes/check-chatapp.ts'
import { ok, warning, type Finding } from './finding.ts'

export async function checkChatapp(environment: Environment): Promise<Finding[]> {
  const found = await checkNamedChatapp(environment)
  if (found === null) return []
  return 'version' in found
    ? [ok('web chat', `Open WebUI ${found.version} at ${found.url} accepts the key of an administrator`)]
    : [
        warning(
          'web chat',
          `Open WebUI does not answer at ${found.url} (${found.silent})`,
          'start Open WebUI; until then people get an error page',
        ),
      ]
}
