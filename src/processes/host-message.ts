import type { RoleName } from './role.ts'

/** What a child process tells its supervisor over their channel. */
export type HostMessage =
  | {
      type: 'ready'
      /** Address each role listens on. */
      urls: Partial<Record<RoleName, string | null>>
      /** Things a person should know though nothing is refused for them, such as unknown variables. */
      warnings: string[]
      /** Names of the webhook endpoints that are served. */
      endpoints: string[]
    }
  | {
      type: 'failed'
      /** Wrong settings, a taken port, a broken agent file, a full disk: for a person to mend. Else it is a fault. */
      reason: 'configuration' | 'port_taken' | 'not_a_hub' | 'outside' | 'fault'
      /** One line for each thing that is wrong. */
      message: string
    }
