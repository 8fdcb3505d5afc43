import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { calls, says } from '../support/upstream.ts'
import { startGithub } from './github.ts'
import { startTemplate, toolResults, type StartedTemplate } from './started-template.ts'
import { until } from '../support/until.ts'

const SECRET = 'a secret of this repository'
const REPOSITORY = { full_name: 'acme/shop', default_branch: 'main' }

async function startEngineering(t: TestContext) {
  const github = await startGithub(t)
  const environment = {
    GITHUB_WEBHOOK_SECRET: SECRET,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_TOKEN: 'github_pat_test',
    GITHUB_API_URL: github.url,
  }
  const started = await startTemplate(t, 'engineering', environment, ['--webhook'])
  return { github, started }
}

async function deliver({ running }: StartedTemplate, event: string, payload: object, secret = SECRET) {
  const body = JSON.stringify({ ...payload, repository: REPOSITORY })
  const response = await fetch(`${running.url}/webhooks/garden/github`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-delivery': randomUUID(),
      'x-github-event': event,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  })
  return response.status
}

const opened = (number: number, title: string) => ({
  action: 'opened',
  issue: { number, title, body: 'It broke.' },
})

test('labels for a new issue are added after a person has approved exactly these labels [templates.engineering]', async (t) => {
  const { github, started } = await startEngineering(t)
  const { model, ann, grant, request, ended } = started
  await grant('label_issues')
  model.script(
    (answer, { body }) => {
      const prompt = String(body.messages!.at(-1)!.content)
      const name = /\d{19}-[0-9a-f]+\.json/.exec(prompt)![0]
      return calls({ name: 'read_event', input: { name } }, { name: 'list_labels', input: {} })(
        answer,
        null as never,
      )
    },
    calls({ name: 'finish', input: { status: 'done', summary: 'acme/shop#12: bug, docs' } }),
  )
  assert.equal(await deliver(started, 'issues', opened(12, 'Forged'), 'another secret'), 403)
  assert.equal(await deliver(started, 'issues', opened(12, 'The cart is empty')), 200)

  const question = await request('question')
  assert.match(JSON.stringify(question), /Add these labels\?\\n\\nacme\/shop#12: bug, docs/)
  assert.equal(github.changes.length, 0)
  const seen = toolResults(model.requests[1]!)
  assert.match(seen[0]!, /The cart is empty/)
  assert.match(seen[1]!, /^bug: Something is broken\ndocs: /)
  const offered = new Set(model.requests[0]!.body.tools!.map(({ function: { name } }) => name))
  assert.deepEqual(
    ['label_issues', 'add_approved_labels', 'write_file', 'fetch_url'].filter((name) => offered.has(name)),
    [],
  )

  await ann.call('POST', `/portal/api/change-requests/${question.id}/answer`, {
    plan_hash: question.plan_hash,
    content: { answer: 'Add' },
  })
  const run = await ended('triage')
  assert.equal(run.status, 'succeeded', JSON.stringify(run))
  assert.deepEqual(github.changes, [
    { path: '/repos/acme/shop/issues/12/labels', body: { labels: ['bug', 'docs'] } },
  ])
  assert.equal(github.authorization, 'Bearer github_pat_test')
})

test('without approval, for another repository or with an unknown label nothing changes [templates.engineering]', async (t) => {
  const { github, started } = await startEngineering(t)
  const { model, ann, grant, ask, request, ended } = started
  await grant('label_issues')
  model.script(calls({ name: 'finish', input: { status: 'done', summary: 'acme/shop#13: bug' } }))
  assert.equal(
    await deliver(started, 'pull_request', { action: 'opened', pull_request: { number: 13 } }),
    200,
  )
  const question = await request('question')
  await ann.call('POST', `/portal/api/change-requests/${question.id}/answer`, {
    plan_hash: question.plan_hash,
    content: { answer: 'Leave' },
  })
  assert.equal((await ended('triage')).status, 'succeeded')

  const confirmed = async (changes: string) => {
    model.script(calls({ name: 'label_issues', input: { changes } }), says('Proposed.'))
    await ask(`Label ${changes}`)
    const proposed = await request('tool_call')
    const { id, plan_hash } = proposed
    await ann.call('POST', `/portal/api/change-requests/${id}/confirm`, { plan_hash })
    return until(
      async () => {
        const { result } = await ann.call('GET', `/portal/api/change-requests/${id}`)
        return result && result.outcome !== 'running' && result
      },
      { what: 'the result' },
    )
  }
  const [elsewhere, unknown] = [
    await confirmed('evil/repo#1: bug'),
    await confirmed('acme/shop#1: bug, urgent'),
  ]
  assert.match(elsewhere.output, /changes only acme\/shop, not evil\/repo/)
  assert.match(unknown.output, /has no label urgent/)
  assert.deepEqual(github.changes, [])
  assert.equal((await confirmed('acme/shop#14: docs')).outcome, 'applied')
  assert.deepEqual(github.changes, [
    { path: '/repos/acme/shop/issues/14/labels', body: { labels: ['docs'] } },
  ])
})

test('a failed build of the default branch is reported in the web chat, other builds are not [templates.engineering]', async (t) => {
  const { started } = await startEngineering(t)
  const { model, ann, ended, runs } = started
  const build = (conclusion: string, head_branch: string) => ({
    action: 'completed',
    workflow_run: {
      name: 'CI',
      conclusion,
      head_branch,
      html_url: 'https://github.com/acme/shop/actions/runs/7',
    },
  })
  const summary = 'CI failed: https://github.com/acme/shop/actions/runs/7'
  model.script(calls({ name: 'finish', input: { status: 'done', summary } }))
  for (const [conclusion, branch] of [
    ['success', 'main'],
    ['failure', 'my-branch'],
    ['failure', 'main'],
  ] as const)
    assert.equal(await deliver(started, 'workflow_run', build(conclusion, branch)), 200)
  assert.equal((await ended('md:failed-build')).result, summary)
  assert.equal((await runs('md:failed-build')).length, 1)
  const texts = await until(
    async () => {
      const chats = await ann.call('GET', '/api/v1/chats/list')
      return chats.length > 0 && JSON.stringify(await ann.call('GET', `/api/v1/chats/${chats[0].id}`))
    },
    { what: 'the chat with the report' },
  )
  assert.match(texts, /actions\/runs\/7/)
})

test('merged pull requests and an issue with its comments are read for release notes [templates.engineering]', async (t) => {
  const { github, started } = await startEngineering(t)
  const { model, ask } = started
  model.script(
    calls(
      { name: 'list_merged', input: { since: '2026-11-01' } },
      { name: 'read_issue', input: { number: 9 } },
    ),
    says('Notes.'),
  )
  assert.match(await ask('Write the release notes'), /Notes/)
  const [merged, issue] = toolResults(model.requests.at(-1)!)
  assert.match(merged!, /"number":9,"title":"Faster cart"/)
  assert.match(issue!, /"by":"jo","body":"Thanks"/)
  assert.equal(github.searches[0], 'repo:acme/shop is:pr is:merged merged:2026-11-01..*')
})
