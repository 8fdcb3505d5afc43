import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  addModelConnection,
  changeBanner,
  changeGroup,
  changeGroupMembers,
  changeModelConnection,
  changeSecondFactorRule,
  changeSignUp,
  createGroup,
  listGroups,
  listModelConnections,
  listSignIns,
  readBanner,
  readGroup,
  readSecondFactorRule,
  readSignUp,
  readWaysIn,
  removeGroup,
  removeModelConnection,
  testModelConnection,
} from '#features/administration/contract.ts'
import {
  changeMailSetup,
  changeProviderSetup,
  readMailSetup,
  readProvidersSetup,
  removeMailSetup,
  removeProviderSetup,
} from '#features/administration/setups/contract.ts'
import type { BodyOf } from '#ground/api/contract.ts'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../kit/api.ts'
import { listQuery } from '../kit/list-query.ts'
import { administration } from './messages.ts'

export const modelsQuery = queryOptions({
  queryKey: ['model-connections'],
  queryFn: ({ signal }) => call(listModelConnections, { signal }),
})
export const signUpQuery = queryOptions({
  queryKey: ['sign-up'],
  queryFn: ({ signal }) => call(readSignUp, { signal }),
})
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(readSecondFactorRule, { signal }),
})
export const bannerQuery = queryOptions({
  queryKey: ['banner'],
  queryFn: ({ signal }) => call(readBanner, { signal }),
})
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => call(listGroups, { signal }),
})
export const groupQuery = (group: string) =>
  queryOptions({
    queryKey: ['groups', group],
    queryFn: ({ signal }) => call(readGroup, { params: { group }, signal }),
  })
export const waysInQuery = queryOptions({
  queryKey: ['ways-in'],
  queryFn: ({ signal }) => call(readWaysIn, { signal }),
})
export const mailQuery = queryOptions({
  queryKey: ['mail-setup'],
  queryFn: ({ signal }) => call(readMailSetup, { signal }),
})
export const providersQuery = queryOptions({
  queryKey: ['providers-setup'],
  queryFn: ({ signal }) => call(readProvidersSetup, { signal }),
})
export const signInsQuery = listQuery(listSignIns, ['sign-ins'])

/**
 * Options of `useChange`, which refreshes all data even after an error, because the server may have changed data
 * before it failed.
 */
interface ChangeOptions {
  quiet?: boolean
  /** Called also if the reloaded data have removed the form meanwhile. */
  onDone?(): void
}

function useChange<Form>(
  change: (form: Form) => Promise<unknown>,
  { quiet = false, onDone }: ChangeOptions = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess() {
      toast({ text: administration.saved })
      onDone?.()
    },
    onError: (error) => quiet || toast({ text: errorText(error), failure: true }),
    onSettled: () => client.invalidateQueries(),
  })
}

const inForm = { quiet: true }

export const useAddConnection = () =>
  useChange((body: BodyOf<typeof addModelConnection>) => call(addModelConnection, { body }), inForm)

type Change = BodyOf<typeof changeModelConnection> & { place: number }
const changeOne = ({ place, ...body }: Change) =>
  call(changeModelConnection, { params: { place: String(place) }, body })
export const useEditConnection = () => useChange(changeOne, inForm)
export const useSwitchConnection = () => useChange(changeOne)
export const useRemoveConnection = () =>
  useChange(({ place, revision }: { place: number; revision: string }) =>
    call(removeModelConnection, {
      params: { place: String(place) },
      body: { expected_revision: revision },
    }),
  )
export const useTestConnection = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof testModelConnection>) => call(testModelConnection, { body }),
  })

export const useSignUp = () =>
  useChange((body: BodyOf<typeof changeSignUp>) => call(changeSignUp, { body }), inForm)
export const useSecondFactorRule = () =>
  useChange((body: BodyOf<typeof changeSecondFactorRule>) => call(changeSecondFactorRule, { body }), inForm)
export const useBanner = () =>
  useChange((body: BodyOf<typeof changeBanner>) => call(changeBanner, { body }), inForm)

export const useMail = () =>
  useChange((body: BodyOf<typeof changeMailSetup>) => call(changeMailSetup, { body }), inForm)
export const useRemoveMail = (onDone: () => void) =>
  useChange((revision: string) => call(removeMailSetup, { body: { expected_revision: revision } }), {
    onDone,
  })

type ProviderForm = BodyOf<typeof changeProviderSetup> & { id: string }
export const useProvider = () =>
  useChange(
    ({ id, ...body }: ProviderForm) => call(changeProviderSetup, { params: { provider: id }, body }),
    inForm,
  )
export const useRemoveProvider = (onDone: () => void) =>
  useChange(
    ({ id, revision }: { id: string; revision: string }) =>
      call(removeProviderSetup, { params: { provider: id }, body: { expected_revision: revision } }),
    { onDone },
  )

export const useCreateGroup = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof createGroup>) => call(createGroup, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: groupsQuery.queryKey }),
  })
}
export const useRenameGroup = (group: string) =>
  useChange((body: BodyOf<typeof changeGroup>) => call(changeGroup, { params: { group }, body }), inForm)
export const useGroupMembers = (group: string) =>
  useChange(
    (body: BodyOf<typeof changeGroupMembers>) => call(changeGroupMembers, { params: { group }, body }),
    inForm,
  )
export const useRemoveGroup = (onDone: () => void) =>
  useChange((group: string) => call(removeGroup, { params: { group } }), { onDone })
