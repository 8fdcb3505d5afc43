import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Environment } from '#ground/base/environment.ts'
import { newId } from '#ground/base/ids.ts'
import { PortTaken } from '#ground/base/http-server.ts'
import { DEFAULT_PORTS, defaultChatappPort } from '#processes/config/ports.ts'
import { INSTANCE_VARIABLE } from '#processes/config/set-by-us.ts'
import type { ListeningRole, RoleName } from '#processes/role.ts'

const LOOPBACK = '127.0.0.1'

export interface RoleAddress {
  host: string
  port: number
  variable: string
  isSecure?: boolean
}

export interface Addresses {
  /** Null for a role that is not started. */
  roles: Record<ListeningRole, RoleAddress | null>
  environment: Environment
  /** Default port of the web chat if another program uses it, otherwise null. */
  chatappMovedFrom: number | null
}

export class PortsTaken extends Error {
  readonly ports: readonly PortTaken[]
  constructor(ports: readonly PortTaken[]) {
    super(ports.map(({ message }) => message).join('; '))
    this.name = 'PortsTaken'
    this.ports = ports
  }
}

export class AddressRefused extends Error {
  readonly variable: string
  constructor(variable: string, message: string) {
    super(message)
    this.name = 'AddressRefused'
    this.variable = variable
  }
}

/**
 * The web chat's port may change, because only the service's own processes connect to it. Other ports never change,
 * because people and proxies have them in their settings.
 * @throws PortsTaken with all ports in use, AddressRefused
 */
export async function settleAddresses(
  environment: Environment,
  started: readonly RoleName[],
): Promise<Addresses> {
  const withEdge = started.includes('edge')
  const starts = (role: RoleName) => started.includes(role)
  const held: Held[] = []
  const taken: PortTaken[] = []
  const settle = async (
    variable: string,
    host: string,
    fallback: number,
    listens = true,
  ): Promise<RoleAddress> => {
    const configured = portIn(environment[variable])
    const wanted = configured ?? fallback
    const isWrong = Boolean(environment[variable]) && configured === null
    if (isWrong || (!listens && wanted !== 0)) return { host, port: wanted, variable }
    const port = await bindPort(held, host, wanted, variable).catch((error: unknown) => {
      if (!(error instanceof PortTaken)) throw error
      taken.push(error)
      return wanted
    })
    return { host, port, variable }
  }
  try {
    const host = environment['SVC_HOST'] || LOOPBACK
    const front = await settle('PORT', host, DEFAULT_PORTS.edge, withEdge || starts('chatapp'))
    const chatappDefault = environment['PORT'] === '0' ? 0 : defaultChatappPort(front.port)
    let chatapp = await settle('SVC_CHATAPP_PORT', LOOPBACK, chatappDefault, withEdge)
    const mayMove = !environment['SVC_CHATAPP_PORT'] && taken.at(-1)?.variable === 'SVC_CHATAPP_PORT'
    if (mayMove) {
      taken.pop()
      chatapp = await settle('SVC_CHATAPP_PORT', LOOPBACK, 0)
    }
    const bridge = await settle('BRIDGE_PORT', LOOPBACK, DEFAULT_PORTS.bridge, starts('bridge'))
    const inbound = await settle('SVC_INBOUND_PORT', LOOPBACK, DEFAULT_PORTS.inbound, starts('inbound'))
    if (taken.length > 0) throw new PortsTaken(taken)
    return {
      chatappMovedFrom: mayMove ? chatappDefault : null,
      roles: {
        edge: withEdge ? { ...front, isSecure: Boolean(environment['SVC_TLS_CERT_FILE']) } : null,
        chatapp: starts('chatapp') ? (withEdge ? chatapp : front) : null,
        bridge: starts('bridge') ? bridge : null,
        inbound: starts('inbound') ? inbound : null,
      },
      environment: {
        ...withPorts(environment, [front, chatapp, bridge, inbound]),
        [INSTANCE_VARIABLE]: newId(),
      },
    }
  } finally {
    await Promise.all(held.map(({ server }) => release(server)))
  }
}

export const urlOf = ({ host, port, isSecure = false }: RoleAddress): string =>
  `${isSecure ? 'https' : 'http'}://${reachable(host)}:${port}`

const reachable = (host: string): string => {
  if (host === '0.0.0.0') return LOOPBACK
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

const portIn = (text: string | undefined): number | null => {
  const port = text ? Number(text) : NaN
  return Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : null
}

interface Held {
  server: Server
  port: number
  variable: string
}

/** Binds the port until all ports are chosen, so that no port is chosen twice. */
const bindPort = (held: Held[], host: string, port: number, variable: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      const twin = held.find((other) => other.port === port)
      if (twin) reject(new AddressRefused(variable, `${twin.variable} and ${variable} are both ${port}`))
      else reject(refusalOf(error, { host, port, variable }))
    })
    server.listen({ host, port, exclusive: true }, () => {
      const { port: settled } = server.address() as AddressInfo
      held.push({ server, port: settled, variable })
      resolve(settled)
    })
  })

const refusalOf = (
  { code, message }: NodeJS.ErrnoException,
  { host, port, variable }: RoleAddress,
): Error => {
  switch (code) {
    case 'EADDRINUSE':
      return new PortTaken(port, variable)
    case 'EACCES':
      return new AddressRefused(
        variable,
        `this user may not listen on port ${port}; set ${variable} to 1024 or more`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new AddressRefused('SVC_HOST', `SVC_HOST: this machine has no address ${host}`)
    default:
      return new AddressRefused(variable, `cannot listen on ${host}:${port} (${message})`)
  }
}

const release = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
  })

const withPorts = (environment: Environment, addresses: readonly RoleAddress[]): Environment => ({
  ...environment,
  ...Object.fromEntries(
    addresses
      .filter(({ variable }) => !environment[variable] || portIn(environment[variable]) !== null)
      .map(({ variable, port }) => [variable, String(port)]),
  ),
})
