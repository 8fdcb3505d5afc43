import type { HubProblem } from '#ground/hub/hub.ts'
import { lastGoodFiles } from '#ground/hub/last-good-files.ts'
import { keepReloaded, type Reloaded } from '#ground/hub/reloaded.ts'
import { parseEndpointsFile, type EndpointEntry } from './file.ts'
import { ENDPOINTS_FILE, ENDPOINTS_FOLDER } from './file-name.ts'
import { secretProblem, type VerificationMode } from './secret.ts'

/** Where deliveries of one kind arrive. */
export interface Endpoint {
  name: string
  mode: VerificationMode
  /** Environment variable that holds the secret. */
  secretVariable: string
  /** Null: it is not served. */
  secret: string | null
  maxBytes: number
}

/** The endpoints of a Hub: the one that the environment configures, and those of its file. */
export interface Endpoints extends Reloaded {
  /** The configured one first, then as in the file. The same array until one of them changes. */
  current(): readonly [Endpoint, ...Endpoint[]]
}

export interface EndpointsOptions {
  /** The one that the environment configures. */
  configured: Endpoint
  /** Value of a variable, as it is now; null when it isn't set. */
  readVariable(name: string): Promise<string | null>
  /** Called once for each problem that comes up. */
  log?: (problem: HubProblem) => void
  /** Notice changes while open; default true. */
  watch?: boolean
}

/** Open the endpoints of a Hub. Its file need not exist yet; while it is broken, its last good version stays in force. */
export async function openEndpoints(hubFolder: string, options: EndpointsOptions): Promise<Endpoints> {
  const { configured } = options
  const files = lastGoodFiles({
    root: hubFolder,
    folder: ENDPOINTS_FOLDER,
    isFile: (name) => `${ENDPOINTS_FOLDER}/${name}` === ENDPOINTS_FILE,
    misnamed: (name) =>
      /^webhooks?\.ya?ml$/i.test(name) ? `is passed over: endpoints stand in ${ENDPOINTS_FILE}` : null,
    parse: (content, _, file) => parseEndpointsFile(content, { file, taken: configured.name }),
  })
  let current: readonly [Endpoint, ...Endpoint[]] = [configured]
  let withoutSecret: readonly HubProblem[] = []
  const reloaded = await keepReloaded({
    ...options,
    async refresh() {
      if (!(await files.refresh())) return false
      const further = await Promise.all(
        (files.current()[0]?.endpoints ?? []).map((entry) => withSecret(entry, options)),
      )
      current = [configured, ...further.map(({ endpoint }) => endpoint)]
      withoutSecret = further.flatMap(({ problem }) => problem ?? [])
      return true
    },
    folders: () => new Set([hubFolder, files.folder]), // the Hub's, to notice when the folder comes or goes
    problems: () => [...files.problems(), ...withoutSecret],
    place: ENDPOINTS_FOLDER,
  })
  return { ...reloaded, current: () => current }
}

async function withSecret(
  { name, mode, secretVariable, maxBytes, place }: EndpointEntry,
  { configured, readVariable }: EndpointsOptions,
): Promise<{ endpoint: Endpoint; problem: HubProblem | null }> {
  const secret = (await readVariable(secretVariable)) || null
  const wrong = secret === null ? 'is not set; put it into the Hub’s .env' : secretProblem(mode, secret)
  const message = `endpoint ${name} is not served: ${secretVariable} ${wrong}`
  return {
    endpoint: {
      name,
      mode,
      secretVariable,
      secret: wrong === null ? secret : null,
      maxBytes: maxBytes ?? configured.maxBytes,
    },
    problem: wrong === null ? null : { file: ENDPOINTS_FILE, ...place, message },
  }
}
