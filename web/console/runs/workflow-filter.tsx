import { locale } from '../../ui/language.ts'
import { useQuery } from '@tanstack/react-query'
import { listWorkflows } from '#features/work/runs/contract.ts'
import { call } from '../kit/api.ts'
import { ChoiceFilter, type FilterProps } from '../kit/filters.tsx'
import { runs } from './messages.ts'
import { workflowName } from './run-facts.tsx'

const MAX_CHOICES = 200

/** Tasks and workflows of the Hub, or of all Hubs. A removed workflow is a choice only while its filter is set. */
export function WorkflowFilter({
  hub,
  value,
  onChange,
}: Omit<FilterProps<string>, 'label'> & { hub: string | undefined }) {
  const { data } = useQuery({
    queryKey: ['workflows', 'names', hub],
    queryFn: ({ signal }) => call(listWorkflows, { query: { hub, limit: MAX_CHOICES }, signal }),
    staleTime: 60_000,
  })
  const ids = new Set([...(data?.items ?? []).map(({ id }) => id), ...(value === undefined ? [] : [value])])
  if (ids.size === 0) return null
  const choices = [...ids].map((id) => [id, workflowName(id)] as const)
  return (
    <ChoiceFilter
      label={runs.workflow}
      value={value}
      choices={choices.toSorted(([, a], [, b]) => a.localeCompare(b, locale(), { numeric: true }))}
      onChange={onChange}
    />
  )
}
