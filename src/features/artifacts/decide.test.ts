import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { relationOf, type ViewerFacts } from './decide.ts'

const ARTIFACT = { owner: 'pat@x.org', ownerId: 'u1' }
const facts = (truth: ViewerFacts) => ({
  mayUseHub: async () => truth.mayUseHub,
  isOwnerActive: async () => truth.isOwnerActive,
  isNamed: async () => truth.isNamed,
  isInGroup: async () => truth.isInGroup,
})
const ANY_FACTS = fc.record({
  mayUseHub: fc.boolean(),
  isOwnerActive: fc.boolean(),
  isNamed: fc.boolean(),
  isInGroup: fc.boolean(),
})
const AUDIENCE = fc.constantFrom('owner' as const, 'people' as const, 'hub' as const)
const SOMEBODY = fc.constantFrom(
  { email: 'pat@x.org', userId: 'u1' },
  { email: 'pat@x.org', userId: 'u2' },
  { email: 'lee@x.org', userId: 'u3' },
)

test('without access to the Hub no person sees an artifact [artifacts.hub]', async () => {
  await fc.assert(
    fc.asyncProperty(AUDIENCE, SOMEBODY, ANY_FACTS, async (audience, viewer, truth) => {
      assert.equal(
        await relationOf({ ...ARTIFACT, audience }, viewer, facts({ ...truth, mayUseHub: false })),
        null,
      )
    }),
  )
})

test('other people see it only while its owner is active and the audience includes them [artifacts.audience]', async () => {
  await fc.assert(
    fc.asyncProperty(AUDIENCE, SOMEBODY, ANY_FACTS, async (audience, viewer, truth) => {
      const isOwner = viewer.userId === 'u1'
      const isMeant = audience === 'hub' || (audience === 'people' && (truth.isNamed || truth.isInGroup))
      const expected = !truth.mayUseHub
        ? null
        : isOwner
          ? 'owner'
          : truth.isOwnerActive && isMeant
            ? 'viewer'
            : null
      assert.equal(await relationOf({ ...ARTIFACT, audience }, viewer, facts(truth)), expected)
    }),
  )
})

test('a new account with the owner’s e-mail is not the owner [artifacts.owner]', async () => {
  const namesake = { email: 'pat@x.org', userId: 'u2' }
  const truth = { mayUseHub: true, isOwnerActive: true, isNamed: false, isInGroup: false }
  for (const audience of ['owner', 'people'] as const)
    assert.equal(await relationOf({ ...ARTIFACT, audience }, namesake, facts(truth)), null)
})
