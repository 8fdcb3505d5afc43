import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { SignUpPolicy } from '#features/administration/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { errorText } from '../kit/api.ts'
import { choicesOf } from '../kit/filters.tsx'
import { ListFailure, ListSkeleton } from '../kit/list.tsx'
import { PageFrame } from '../kit/page.tsx'
import { BannerForm } from './banner-form.tsx'
import { administration, signUp } from './messages.ts'
import { bannerQuery, groupsQuery, secondFactorQuery, signUpQuery, useSignUp } from './queries.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

export function SignUpPage() {
  const policy = useQuery(signUpQuery)
  const secondFactor = useQuery(secondFactorQuery)
  const banner = useQuery(bannerQuery)
  return (
    <PageFrame>
      {policy.data ? (
        <PolicyForm key={JSON.stringify(policy.data)} policy={policy.data} />
      ) : policy.error ? (
        <ListFailure error={policy.error} onRetry={() => void policy.refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
      {secondFactor.data
        ? secondFactor.data.is_known && (
            <SecondFactorForm key={JSON.stringify(secondFactor.data)} rule={secondFactor.data} />
          )
        : secondFactor.error &&
          !policy.error && (
            <ListFailure error={secondFactor.error} onRetry={() => void secondFactor.refetch()} />
          )}
      {banner.data ? (
        <BannerForm key={JSON.stringify(banner.data)} banner={banner.data.banner} />
      ) : (
        banner.error &&
        !policy.error && <ListFailure error={banner.error} onRetry={() => void banner.refetch()} />
      )}
    </PageFrame>
  )
}

const options = <Value extends string>(texts: Readonly<Record<Value, string>>) =>
  choicesOf<Value>(texts).map(([value, label]) => ({ value, label }))

function PolicyForm({ policy: stored }: { policy: SignUpPolicy }) {
  const [policy, setPolicy] = useState(stored.policy)
  const [role, setRole] = useState<'pending' | 'user'>(stored.role === 'pending' ? 'pending' : 'user')
  const [group, setGroup] = useState(stored.group ?? '')
  const groups = useQuery(groupsQuery)
  const { mutate, error, isPending } = useSignUp()
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate({ policy, ...(policy === 'closed' && { role }), group: group || null })
  }
  return (
    <form
      aria-labelledby="sign-up-policy"
      onSubmit={submit}
      className="flex flex-col items-start gap-4 rounded-l border border-line bg-raised p-4"
    >
      <h2 id="sign-up-policy" className="text-16 font-semibold">
        {signUp.title}
      </h2>
      {error && <Notice kind="failure">{errorText(error)}</Notice>}
      {stored.role === 'admin' && <Notice kind="attention">{signUp.adminRole}</Notice>}
      <Segmented<SignUpPolicy['policy']>
        label={signUp.title}
        value={policy}
        options={options<SignUpPolicy['policy']>(signUp.policies)}
        onChange={setPolicy}
      />
      <p className="max-w-prose text-13 text-muted">{signUp.texts[policy]}</p>
      {policy === 'closed' && (
        <SelectField
          label={signUp.role}
          className="w-full sm:w-80"
          value={role}
          options={options(signUp.roles)}
          onChange={(event) => setRole(event.currentTarget.value as typeof role)}
        />
      )}
      {(groups.data?.items.length ?? 0) > 0 && (
        <SelectField
          label={signUp.group}
          className="w-full sm:w-80"
          value={group}
          options={[
            { value: '', label: signUp.noGroup },
            ...groups.data!.items.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => setGroup(event.currentTarget.value)}
        />
      )}
      <Button type="submit" look="primary" busy={isPending}>
        {administration.save}
      </Button>
    </form>
  )
}
