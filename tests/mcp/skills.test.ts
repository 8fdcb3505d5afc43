import assert from 'node:assert/strict'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { appendFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import {
  bearer,
  connectClient,
  messageIn,
  modernRequest,
  post,
  request,
  startTestMcp,
} from '../support/mcp.ts'
import { runServerScenario, startConformanceHub } from './conformance-run.ts'
import { GARDEN } from './garden.ts'

const SKILLS = {
  'skills/sow-beds/SKILL.md':
    '\uFEFF---\nname: sow-beds\ndescription: Plans beds\nlicense: MIT\nmetadata:\n  version: "1.0"\n---\n# Sow\n',
  'skills/sow-beds/references/all seeds.md': 'Peas ä',
  'skills/sow-beds/references/deep/more.md': 'More',
  'skills/sow-beds/assets/bed.png': '',
  'skills/water/SKILL.md': '---\nname: water\ndescription: Waters beds\n---\nWater them.',
  'skills/broken/SKILL.md': '---\nname: x\n---\n',
}
const hub = await startTestMcp({ after }, { files: { ...GARDEN, ...SKILLS } })
const folder = join(hub.folder, 'Garden/skills/sow-beds')
let members = 0
const newMember = async () => (await hub.member(`Skilled ${++members}`)).key
const BEDS = 'skill://sow-beds/SKILL.md'

suite('skills over MCP', () => {
  test('the official client lists, reads and verifies skills with their files and folders [mcp.skills]', async (t) => {
    await writeFile(join(folder, 'assets/bed.png'), Buffer.from('89504eff', 'hex'))
    const skills = new SkillsClient(await connectClient(t, hub.mcpUrl, await newMember()))
    assert.deepEqual([skills.supported, skills.directoryRead], [true, true])
    const listed = await skills.list()
    const [beds, water] = listed.skills
    assert.deepEqual([listed.skills.length, listed.ttlMs, listed.cacheScope], [2, 0, 'private'])
    assert.equal(water?.uri, 'skill://water/SKILL.md')
    assert.deepEqual(beds?.frontmatter, {
      name: 'sow-beds',
      description: 'Plans beds',
      license: 'MIT',
      metadata: { version: '1.0' },
    })
    assert.ok(Array.isArray(beds.resources))
    assert.deepEqual(
      beds.resources.map(({ uri }) => uri),
      [
        BEDS,
        'skill://sow-beds/assets/bed.png',
        'skill://sow-beds/references/all%20seeds.md',
        'skill://sow-beds/references/deep/more.md',
      ],
    )
    assert.equal((await skills.read(water)).text, SKILLS['skills/water/SKILL.md'])
    for (const { uri } of beds.resources.slice(1)) assert.equal((await skills.read(beds, uri)).verified, true)
    assert.deepEqual((await skills.get(BEDS)).skill, beds)
    const { resources } = await skills.readDirectory('skill://sow-beds/references')
    assert.deepEqual(
      resources.map(({ uri, mimeType }) => [uri, mimeType]),
      [
        ['skill://sow-beds/references/all%20seeds.md', 'text/markdown'],
        ['skill://sow-beds/references/deep', 'inode/directory'],
      ],
    )
    await appendFile(join(folder, 'references/all seeds.md'), ' and beans')
    await assert.rejects(skills.read(beds, 'references/all seeds.md'), /is 17 bytes; the skill entry lists 7/)
    const { skill } = await skills.get(BEDS)
    assert.equal((await skills.read(skill, 'references/all seeds.md')).text, 'Peas ä and beans')
  })

  test('skills are resources, prompts and a tool for programs without the extension [mcp.skills]', async (t) => {
    const client = await connectClient(t, hub.mcpUrl, await newMember())
    const { resources } = await client.listResources()
    assert.deepEqual(
      resources.filter(({ uri }) => uri.startsWith('skill:')),
      [
        { uri: BEDS, name: 'sow-beds', description: 'Plans beds', mimeType: 'text/markdown' },
        {
          uri: 'skill://water/SKILL.md',
          name: 'water',
          description: 'Waters beds',
          mimeType: 'text/markdown',
        },
      ],
    )
    const { prompts } = await client.listPrompts()
    assert.deepEqual(
      prompts.slice(0, 2).map(({ name, description }) => [name, description]),
      [
        ['sow-beds', 'Plans beds'],
        ['water', 'Waters beds'],
      ],
    )
    const { messages } = await client.getPrompt({ name: 'water' })
    assert.deepEqual(messages, [{ role: 'user', content: { type: 'text', text: 'Water them.' } }])
    const { content } = await client.callTool({ name: 'read_skill', arguments: { name: 'water' } })
    assert.deepEqual(content, [{ type: 'text', text: 'Water them.' }])
  })

  test('no address leads out of a skill, and unknown ones are invalid parameters [mcp.skills]', async () => {
    await symlink(join(hub.folder, 'Garden/agent.md'), join(folder, 'linked.md'))
    await writeFile(join(folder, '.hidden'), 'x')
    const key = await newMember()
    const codeOf = async (method: string, uri: string) => {
      const modern = modernRequest(method, { uri })
      const headers = method === 'resources/read' ? {} : { 'mcp-name': undefined }
      const answers = await Promise.all([
        post(hub.mcpUrl, request(method, { uri }), bearer(key)),
        post(hub.mcpUrl, modern.message, { ...bearer(key), ...modern.headers, ...headers }),
      ])
      const codes = await Promise.all(answers.map(async (answer) => (await messageIn(answer)).error?.code))
      return [...new Set(codes)]
    }
    for (const path of [
      'sow-beds/linked.md',
      'sow-beds/.hidden',
      'sow-beds/../water/SKILL.md',
      'sow-beds/%2e%2e/water/SKILL.md',
      'sow-beds/..%2fwater%2fSKILL.md',
      'sow-beds//SKILL.md',
      'broken/SKILL.md',
      'none/SKILL.md',
      '%',
    ]) {
      assert.ok(!(await codeOf('resources/read', `skill://${path}`)).includes(undefined), path)
      assert.deepEqual(await codeOf('skills/get', `skill://${path}`), [-32602], path)
      assert.deepEqual(await codeOf('resources/directory/read', `skill://${path}`), [-32602], path)
    }
    assert.deepEqual(await codeOf('resources/directory/read', BEDS), [-32602])
    assert.deepEqual(await codeOf('skills/get', 'skill://sow-beds/references/deep/more.md'), [-32602])
    const { error } = await messageIn(await post(hub.mcpUrl, request('skills/get'), bearer(key)))
    assert.match(error.message, /The parameter uri of skills\/get is missing/)
  })

  test('only people with access to the Hub get skills, and an agent without read_skill has none [mcp.skills]', async (t) => {
    const { person, key } = await hub.member('Skilled Revoked')
    await hub.revoke(person, 'use_hub')
    assert.equal((await post(hub.mcpUrl, request('skills/list'), bearer(key))).status, 401)
    const files = { ...GARDEN, ...SKILLS, 'agent.md': '---\nname: G\ntools: [echo]\n---\nHelp.\n' }
    const own = await startTestMcp(t, { files })
    const client = await connectClient(t, own.mcpUrl, (await own.member('Bea')).key)
    assert.deepEqual((await new SkillsClient(client).list()).skills, [])
    assert.deepEqual((await client.listResources()).resources, [])
    assert.deepEqual((await client.listPrompts()).prompts, [])
    await assert.rejects(client.readResource({ uri: BEDS }))
  })

  for (const scenario of ['enumeration', 'directory', 'manifest'])
    test(`the scenario ${scenario} of the official conformance suite passes [mcp.skills]`, async (t) => {
      const results = await runServerScenario(await startConformanceHub(t), `sep-2640-skills-${scenario}`)
      assert.deepEqual(
        results.map(({ failures }) => failures),
        [[]],
      )
    })
})
