import type { HubProblem } from '#ground/hub/hub.ts'
import { lastGoodFiles } from '#ground/hub/last-good-files.ts'
import { keepReloaded, type Reloaded } from '#ground/hub/reloaded.ts'
import type { EndpointRules } from './entry.ts'
import { parseEndpointsFile, type EndpointEntry } from './file.ts'
import { ENDPOINTS_FILE, ENDPOINTS_FOLDER } from './file-name.ts'
import { secretProblem, type VerificationMode } from './secret.ts'

export interface Endpoint {
  name: string
  mode: VerificationMode
  secretVariable: string
  /** If null, the endpoint is not served. */
  secret: string | null
  oldSecret?: string
  rules?: EndpointRules
  verifyToken?: string
  maxBytes: number
}

export type ServedEndpoint = Endpoint & { secret: string }

export const isServed = (endpoint: Endpoint): endpoint is ServedEndpoint => endpoint.secret !== null

export const secretsOf = ({ secret, oldSecret }: ServedEndpoint): readonly string[] =>
  oldSecret === undefined ? [secret] : [secret, oldSecret]

export interface Endpoints extends Reloaded {
  /** Returns the same array until an endpoint changes. */
  current(): readonly [Endpoint, ...Endpoint[]]
}

export interface EndpointsOptions {
  configured: Endpoint
  readVariable(name: string): Promise<string | null>
  log?: (problem: HubProblem) => void
  watch?: boolean
}

/** The file need not exist. While it is invalid, its last valid version applies. */
export async function openEndpoints(hubFolder: string, options: EndpointsOptions): Promise<Endpoints> {
  const { configured } = options
  const files = lastGoodFiles({
    root: hubFolder,
    folder: ENDPOINTS_FOLDER,
    isFile: (name) => `${ENDPOINTS_FOLDER}/${name}` === ENDPOINTS_FILE,
    misnamed: (name) =>
      /^webhooks?\.ya?ml$/i.test(name) ? `is ignored: endpoints are defined in ${ENDPOINTS_FILE}` : null,
    parse: (content, _, file) => parseEndpointsFile(content, { file, reservedName: configured.name }),
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
    folders: () => new Set([hubFolder, files.folder]),
    problems: () => [...files.problems(), ...withoutSecret],
    place: ENDPOINTS_FOLDER,
  })
  return { ...reloaded, current: () => current }
}

async function withSecret(
  entry: EndpointEntry,
  { configured, readVariable }: EndpointsOptions,
): Promise<{ endpoint: Endpoint; problem: HubProblem | null }> {
  const { name, mode, secretVariable, oldSecretVariable, rules, maxBytes, place } = entry
  const read = async (variable: string | undefined) =>
    variable === undefined ? null : (await readVariable(variable)) || null
  const [secret, oldSecret, verifyToken] = await Promise.all(
    [secretVariable, oldSecretVariable, rules?.verifyTokenVariable].map(read),
  )
  const wrong =
    wrongWith(secretVariable, secret ?? null, entry) ??
    (oldSecret ? wrongWith(oldSecretVariable!, oldSecret, entry) : null) ??
    (rules?.verifyTokenVariable && !verifyToken ? notSet(rules.verifyTokenVariable) : null)
  const inForce = rules?.idHeaders ?? configured.rules?.idHeaders
  const byBody =
    rules?.deduplicatesByBody ?? (rules?.idHeaders ? undefined : configured.rules?.deduplicatesByBody)
  const keptHeaders = rules?.keptHeaders ?? configured.rules?.keptHeaders
  const allRules = {
    ...rules,
    ...(inForce && { idHeaders: inForce }),
    ...(byBody !== undefined && { deduplicatesByBody: byBody }),
    ...(keptHeaders && { keptHeaders }),
  }
  const message = `endpoint ${name} is not served: ${wrong}`
  return {
    endpoint: {
      name,
      mode,
      secretVariable,
      secret: wrong === null ? (secret ?? null) : null,
      ...(oldSecret && wrong === null && { oldSecret }),
      ...(Object.keys(allRules).length > 0 && { rules: allRules }),
      ...(verifyToken && { verifyToken }),
      maxBytes: maxBytes ?? configured.maxBytes,
    },
    problem: wrong === null ? null : { file: ENDPOINTS_FILE, ...place, message },
  }
}

const notSet = (variable: string): string => `${variable} is not set; put it into the Hub’s .env`

function wrongWith(
  variable: string,
  secret: string | null,
  { mode, rules }: Pick<EndpointEntry, 'mode' | 'rules'>,
): string | null {
  if (secret === null) return notSet(variable)
  const problem = secretProblem(mode, secret, rules?.schemes?.[0]?.publicKey)
  return problem === null ? null : `${variable}: ${problem}`
}
