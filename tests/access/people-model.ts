import { Model, type Step } from './model.ts'

export type PeopleStep =
  | { kind: 'role'; actor: string; subject: string; role: 'user' | 'admin' }
  | { kind: 'delete'; actor: string; subject: string; confirmed: boolean }
  | { kind: 'approve'; actor: string; subject: string }
  | { kind: 'suspend'; actor: string; subject: string; suspended: boolean }
  | { kind: 'sync'; actor: string }
  | { kind: 'sign-up'; actor: string }

export class PeopleModel extends Model {
  readonly accounts = new Map<string, 'pending' | 'user' | 'admin'>()

  /** @returns Null, or the code of the refusal. */
  do(step: Step | PeopleStep): string | null {
    switch (step.kind) {
      case 'role':
        return this.asAdmin(step.actor, () => this.setRole(step))
      case 'delete':
        return this.asAdmin(step.actor, () => this.delete(step))
      case 'approve':
        return this.asAdmin(step.actor, () => this.approve(step))
      case 'suspend':
        if (step.suspended && step.actor === step.subject) return 'forbidden'
        return this.run({ ...step, kind: step.suspended ? 'block' : 'unblock' })
      case 'sync':
        return this.asAdmin(step.actor, () => null)
      case 'sign-up':
        if (!this.accounts.has(step.actor)) this.accounts.set(step.actor, 'pending')
        return null
      default:
        return this.run(step)
    }
  }

  readers(hub: string): string[] {
    return [...this.accounts.keys()].filter((email) => this.effective(email, hub).has('use_hub')).toSorted()
  }

  listed(): Record<string, [status: string, role: string | null]> {
    const subjects = [...this.accounts.keys(), ...this.blocked, ...[...this.grants].map(subjectOf)]
    return Object.fromEntries(
      [...new Set(subjects)].toSorted().map((subject) => {
        const role = this.accounts.get(subject)
        const standing = role === undefined ? 'unknown' : role === 'pending' ? 'pending' : 'active'
        const shown = role === undefined ? null : role === 'admin' ? 'admin' : 'user'
        return [subject, [this.blocked.has(subject) ? 'blocked' : standing, shown]]
      }),
    )
  }

  private asAdmin(actor: string, work: () => string | null): string | null {
    return this.isOrganizationAdmin(actor) ? work() : 'forbidden'
  }

  private setRole({ actor, subject, role }: Extract<PeopleStep, { kind: 'role' }>): string | null {
    const before = this.accounts.get(subject)
    if (before === undefined) return 'not_found'
    if (subject === FIRST && role === 'user') return 'forbidden'
    const records = this.records
    const refusal = this.run({
      kind: role === 'admin' ? 'grant' : 'revoke',
      actor,
      subject,
      hub: '*',
      permission: 'manage_access',
      stale: false,
    })
    if (refusal) return refusal
    this.accounts.set(subject, role)
    if (before !== role || this.records > records) this.records++
    return null
  }

  private delete({ actor, subject, confirmed }: Extract<PeopleStep, { kind: 'delete' }>): string | null {
    if (!confirmed) return 'invalid'
    if (subject === actor) return 'forbidden'
    if (!this.accounts.has(subject)) return 'not_found'
    if (subject === FIRST) return 'forbidden'
    const refusal = this.run({ kind: 'remove', actor, subject })
    if (refusal) return refusal
    this.accounts.delete(subject)
    this.records++
    return null
  }

  private approve({ subject }: Extract<PeopleStep, { kind: 'approve' }>): string | null {
    const role = this.accounts.get(subject)
    if (role === undefined) return 'not_found'
    if (role !== 'pending') return null
    this.accounts.set(subject, 'user')
    this.records++
    return null
  }
}

const FIRST = 'ann@x.org'

const subjectOf = (grant: string): string => grant.split(' ')[0]!
