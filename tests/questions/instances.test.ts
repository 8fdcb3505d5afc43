import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '../chatapp/client.ts'
import { messagesOf } from '../chatapp/page.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { at, startInstances } from '../scale/started-instances.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { askQuestion, continuedAnswer } from './started-questions.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

async function answerAt(client: Client, id: string, answer: string) {
  const headers = { cookie: `token=${client.token}`, origin: client.url }
  const path = `/portal/api/change-requests/${id}`
  const { plan_hash } = (await client.get(path, headers)).json
  return client.post(`${path}/answer`, { plan_hash, content: { answer } }, headers)
}

const form = { model: 'garden-team' }

describe('questions on several instances', { skip, timeout: 180_000 }, () => {
  test('one is answered at another instance after its own was killed, and continues once [questions.instances]', async () => {
    await using instances = await startInstances()
    const one = await instances.start('one')
    const two = await instances.start('two')
    const ann = await signUpAt(one.url, 'Ann')
    const asked = await askQuestion({ chat: ann }, { question: 'Where?' }, form)
    one.process.kill('SIGKILL')
    await one.ended
    const annAtTwo = at(two, ann)
    assert.equal((await answerAt(annAtTwo, asked.id, 'There')).json.status, 'taken')
    const continued = await continuedAnswer(annAtTwo, asked)
    assert.equal(continued.content, 'The person answered:\nThere\nThanks.')
    assert.equal(Object.keys(await messagesOf(annAtTwo, asked.chatId)).length, 4)
  })

  test('an instance that is killed after the answer is replaced by the next that starts [questions.instances] [questions.restart]', async () => {
    await using instances = await startInstances()
    const one = await instances.start('one')
    const ann = await signUpAt(one.url, 'Ann')
    const asked = await askQuestion({ chat: ann }, { question: 'When?' }, form)
    assert.equal((await answerAt(ann, asked.id, 'Now')).json.status, 'taken')
    one.process.kill('SIGKILL')
    await one.ended
    const [two, three] = [await instances.start('two'), await instances.start('three')]
    const [annAtTwo, annAtThree] = [at(two, ann), at(three, ann)]
    const continued = await continuedAnswer(annAtTwo, asked)
    assert.match(continued.content, /^The person answered:\nNow\n/)
    const messages = await messagesOf(annAtThree, asked.chatId)
    assert.equal(Object.keys(messages).length, 4)
  })
})
