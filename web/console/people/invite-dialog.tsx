import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import type { Me } from '#core/access/schema.ts'
import type { Invited, MailProblem } from '#features/people/invitations/schema.ts'
import type { AccountRole } from '#features/people/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useLanguages } from '../../ui/language-choice.ts'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { FirstAccess, startingGrants } from './first-access.tsx'
import { invitations } from './invitation-messages.ts'
import { groupChoicesQuery, ownLanguage, useInvite, type MailLanguage } from './invitation-queries.ts'
import { people } from './messages.ts'

export interface InviteDialogProps {
  me: Me
  hub: string | undefined
  problem: MailProblem
  onClose(): void
}

const MAX_ADDRESSES = 50

export function InviteDialog({ me, hub, problem, onClose }: InviteDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={invitations.inviteTitle}
      description={invitations.inviteText}
      closeLabel={common.close}
      className="max-w-lg"
    >
      {problem === null ? (
        <InviteForm me={me} hub={hub} onClose={onClose} />
      ) : (
        <MissingMail problem={problem} me={me} onClose={onClose} />
      )}
    </Dialog>
  )
}

function MissingMail({
  problem,
  me,
  onClose,
}: {
  problem: NonNullable<MailProblem>
  me: Me
  onClose(): void
}) {
  return (
    <div className="flex flex-col gap-4">
      <Notice kind="attention">{invitations.problems[problem]}</Notice>
      <div className="flex flex-wrap justify-end gap-3">
        {problem === 'no_mail_server' && me.is_organization_admin && (
          <Link
            to="/web-chat/mail"
            className="inline-flex min-h-hit items-center text-14 font-medium text-accent-text underline-offset-4 hover:underline"
          >
            {invitations.setUpMail}
          </Link>
        )}
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </div>
  )
}

function InviteForm({ me, hub, onClose }: Omit<InviteDialogProps, 'problem'>) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [role, setRole] = useState<AccountRole>('user')
  const [groups, setGroups] = useState<readonly string[]>([])
  const [grants, setGrants] = useState(() => startingGrants(me, hub))
  const [language, setLanguage] = useState(ownLanguage)
  const invite = useInvite()
  const refused = (invite.data?.items ?? []).filter(({ invited }) => !invited)
  const emails = addressesIn(text)
  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = problemOf(emails)
    setError(problem)
    if (problem !== null) return
    const given = role === 'admin' ? [] : grants
    invite.mutate(
      { emails, role, groups: [...groups], grants: given, language },
      {
        onSuccess({ items }) {
          const left = items.filter(({ invited }) => !invited)
          if (left.length === 0) onClose()
          else setText(left.map(({ email }) => email).join('\n'))
        },
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {invite.error && <Notice kind="failure">{errorText(invite.error)}</Notice>}
      {refused.length > 0 && <RefusedPeople items={refused} />}
      <TextArea
        label={invitations.emails}
        hint={invitations.emailsHint}
        error={error}
        value={text}
        rows={3}
        required
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(null)
        }}
      />
      {me.is_organization_admin && <RoleChoice role={role} onChange={setRole} />}
      {role === 'user' && <FirstAccess me={me} grants={grants} onChange={setGrants} />}
      {me.is_organization_admin && <GroupChoice chosen={groups} onChange={setGroups} />}
      <LanguageChoice value={language} onChange={setLanguage} />
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex justify-end gap-2 rounded-b-l border-t border-line bg-raised px-5 py-3">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" look="primary" busy={invite.isPending}>
          {invitations.send(emails.length)}
        </Button>
      </div>
    </form>
  )
}

const RefusedPeople = ({ items }: { items: Invited['items'] }) => (
  <Notice kind="attention" title={invitations.someRefused}>
    <ul>
      {items.map(({ email, code, detail }) => (
        <li key={email}>
          <bdi className="font-medium break-all">{email}</bdi>{' '}
          {code === null || code === 'refused' ? (detail ?? '') : invitations.refused[code]}
        </li>
      ))}
    </ul>
  </Notice>
)

const RoleChoice = ({ role, onChange }: { role: AccountRole; onChange(role: AccountRole): void }) => (
  <div className="flex flex-col items-start gap-1">
    <span className="text-13 font-medium">{people.role}</span>
    <Segmented<AccountRole>
      label={people.role}
      value={role}
      options={[
        { value: 'user', label: people.roles.user },
        { value: 'admin', label: people.roles.admin },
      ]}
      onChange={onChange}
    />
    {role === 'admin' && <p className="text-12 text-faint">{invitations.adminHint}</p>}
  </div>
)

interface GroupChoiceProps {
  chosen: readonly string[]
  onChange(groups: readonly string[]): void
}

function GroupChoice({ chosen, onChange }: GroupChoiceProps) {
  const { data } = useQuery(groupChoicesQuery)
  if (!data || data.items.length === 0) return null
  return (
    <fieldset className="flex flex-col">
      <legend className="text-13 font-medium">{invitations.groups}</legend>
      <div className="max-h-40 overflow-y-auto">
        {data.items.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
    </fieldset>
  )
}

function LanguageChoice({
  value,
  onChange,
}: {
  value: MailLanguage
  onChange(language: MailLanguage): void
}) {
  const { offered } = useLanguages()
  return (
    <SelectField
      label={invitations.language}
      value={value}
      options={offered.map(({ tag, name }) => ({ value: tag, label: name }))}
      onChange={(event) => onChange(event.currentTarget.value as MailLanguage)}
    />
  )
}

/** Also takes addresses with names, such as `Ann Lee <ann@example.com>`. */
export function addressesIn(text: string): string[] {
  const found = text
    .replaceAll(/"[^"]*"|[^,;\n<]*<([^>]*)>/g, (_, address: string | undefined) => address ?? ' ')
    .split(/[\s,;،؛，；]+/u)
    .filter(Boolean)
    .map((address) => address.toLowerCase())
  return [...new Set(found)]
}

function problemOf(emails: readonly string[]): string | null {
  if (emails.length === 0) return invitations.emailsRequired
  return emails.length > MAX_ADDRESSES ? invitations.tooMany : null
}
