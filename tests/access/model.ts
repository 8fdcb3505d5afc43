import type { PolicyOperation } from '#core/access/change.ts'

export type Step =
  | {
      kind: 'grant' | 'revoke'
      actor: string
      hub: string
      subject: string
      permission: string
      stale: boolean
    }
  | { kind: 'apply'; actor: string; hub: string; subject: string; operations: Change[]; stale: boolean }
  | { kind: 'block' | 'unblock' | 'remove'; actor: string; subject: string }
  | { kind: 'manage'; actor: string; hub: string; members: string[] }
  | { kind: 'unmanage'; actor: string; hub: string }

type Change = Pick<PolicyOperation, 'action' | 'permission'>

/** A second, simple implementation of the access rules: sets of `subject hub permission`. */
export class Model {
  readonly grants = new Set<string>()
  readonly blocked = new Set<string>()
  readonly modes = new Map<string, 'console' | 'groups'>([['*', 'console']])
  readonly revisions = new Map<string, number>([['*', 1]])
  records = 0

  register(hub: string, mode: 'console' | 'groups') {
    this.modes.set(hub, mode)
    this.revisions.set(hub, 1)
    this.records++
  }

  effective(subject: string, hub: string): Set<string> {
    if (this.blocked.has(subject)) return new Set()
    const places = hub !== '*' && this.modes.get(hub) === 'console' ? ['*', hub] : ['*']
    return new Set(
      [...this.grants]
        .map((grant) => grant.split(' '))
        .filter(([who, where]) => who === subject && places.includes(where!))
        .map(([, , permission]) => permission!),
    )
  }

  isOrganizationAdmin(actor: string): boolean {
    return actor.startsWith('system:') || this.effective(actor, '*').has('manage_access')
  }

  admins(): string[] {
    return [...this.grants].filter((grant) => grant.endsWith(' * manage_access') && !grant.startsWith('svc:'))
  }

  run(step: Step): string | null {
    switch (step.kind) {
      case 'grant':
      case 'revoke':
        return this.apply({ ...step, kind: 'apply', operations: [{ ...step, action: step.kind }] })
      case 'apply':
        return this.apply(step)
      case 'block':
      case 'remove':
        if (!this.isOrganizationAdmin(step.actor) && !(step.kind === 'remove' && step.actor === step.subject))
          return 'forbidden'
        if (this.admins().length === 1 && this.admins()[0]!.startsWith(`${step.subject} `))
          return 'last_admin'
        if (step.kind === 'block' && this.blocked.has(step.subject)) return null
        this.takeAll(step.subject, step.kind === 'block')
        if (step.kind === 'block') this.blocked.add(step.subject)
        return null
      case 'unblock':
        if (!this.isOrganizationAdmin(step.actor)) return 'forbidden'
        if (this.blocked.delete(step.subject)) this.changed(['*'], 1)
        return null
      case 'manage':
      case 'unmanage':
        return this.move(step)
    }
  }

  protected apply({
    actor,
    hub,
    subject,
    operations,
    stale,
  }: Extract<Step, { kind: 'apply' }>): string | null {
    const isAdmin = this.isOrganizationAdmin(actor)
    const key = ({ permission }: Change) => `${subject} ${hub} ${permission}`
    const effective = operations.filter(
      (operation) => this.grants.has(key(operation)) !== (operation.action === 'grant'),
    )
    for (const operation of operations) {
      if (!isAdmin) {
        if (this.blocked.has(actor)) return 'forbidden'
        const own = this.effective(actor, hub)
        if (hub === '*' || !own.has('manage_access') || !own.has(operation.permission))
          return 'outside_ceiling'
      }
      if (!this.modes.has(hub)) return 'not_found'
      if (this.modes.get(hub) === 'groups') return 'legacy'
      if (!effective.includes(operation) || operation.action === 'revoke') continue
      if (this.blocked.has(subject)) return 'invalid'
    }
    const before = this.admins().length
    const after = new Set(this.grants)
    for (const operation of effective)
      if (operation.action === 'grant') after.add(key(operation))
      else after.delete(key(operation))
    const left = [...after].filter((grant) => grant.endsWith(' * manage_access') && !grant.startsWith('svc:'))
    if (before > 0 && left.length === 0) return 'last_admin'
    if (stale) return 'revision_conflict'
    this.grants.clear()
    for (const grant of after) this.grants.add(grant)
    if (effective.length > 0) this.changed([hub], effective.length)
    return null
  }

  private move(step: Extract<Step, { kind: 'manage' | 'unmanage' }>): string | null {
    if (!this.isOrganizationAdmin(step.actor)) return 'forbidden'
    const { hub } = step
    if (hub === '*' || !this.modes.has(hub)) return 'not_found'
    const mode = step.kind === 'manage' ? 'console' : 'groups'
    if (this.modes.get(hub) === mode) return null
    this.modes.set(hub, mode)
    const members = step.kind === 'manage' ? new Set(step.members) : new Set<string>()
    const imported = [...members].filter(
      (member) => !this.blocked.has(member) && !this.grants.has(`${member} ${hub} use_hub`),
    )
    for (const member of imported) this.grants.add(`${member} ${hub} use_hub`)
    this.changed([hub], imported.length + 1)
    return null
  }

  protected takeAll(subject: string, asBlock: boolean) {
    const taken = [...this.grants].filter((grant) => grant.startsWith(`${subject} `))
    for (const grant of taken) this.grants.delete(grant)
    const hubs = taken.map((grant) => grant.split(' ')[1]!)
    this.changed(asBlock ? [...hubs, '*'] : hubs, taken.length + (asBlock ? 1 : 0))
  }

  protected changed(hubs: string[], records: number) {
    for (const hub of new Set(hubs)) this.revisions.set(hub, this.revisions.get(hub)! + 1)
    this.records += records
  }
}
