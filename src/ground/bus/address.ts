/** Where the servers of a bus are, and how they let us in. */
export interface BusAddress {
  /** `host:port` of each. */
  servers: string[]
  isEncrypted: boolean
  credentials: { user: string; password: string } | { token: string } | null
  /** File of the authority that signed the servers' certificates; null: one that Node knows. */
  caFile: string | null
}

/** `nats://user:password@host:4222,other:4222`, `tls://…?ca=/path/of/ca.pem`; null when it is no such address. */
export function readBusAddress(url: string): BusAddress | null {
  const parts = /^(nats|tls):\/\/(?:([^@/?]*)@)?([^@/?]+)\/?(?:\?ca=([^&]+))?$/.exec(url)
  if (!parts) return null
  const [, scheme, login, hosts, caFile] = parts
  const servers = hosts!.split(',')
  if (!servers.every((server) => SERVER.test(server))) return null
  try {
    return {
      servers: servers.map((server) => (/:\d+$/.test(server) ? server : `${server}:4222`)),
      isEncrypted: scheme === 'tls',
      credentials: login ? readLogin(login) : null,
      caFile: caFile === undefined ? null : decodeURIComponent(caFile),
    }
  } catch {
    return null // an escape that is none
  }
}

const SERVER = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i

function readLogin(login: string): BusAddress['credentials'] {
  const colon = login.indexOf(':')
  if (colon === -1) return { token: decodeURIComponent(login) }
  return {
    user: decodeURIComponent(login.slice(0, colon)),
    password: decodeURIComponent(login.slice(colon + 1)),
  }
}
