import type { Browser, Page } from 'playwright-core'
import { frameOf } from '../../tests/web-artifacts/artifact-page.ts'
import {
  CODE,
  DOCUMENT,
  DRAWING,
  JSON_TEXT,
  PDF,
  png,
  REPORT,
  TABLE,
} from '../../tests/web-artifacts/samples.ts'
import { startArtifacts, type StartedArtifacts } from '../../tests/web-artifacts/started-artifacts.ts'
import type { ConsolePage } from './looks.ts'
import { picture, SMALL } from './picture.ts'

const FILES: readonly [name: string, filename: string, content: string | Uint8Array, title: string][] = [
  ['markdown', 'handbook.md', DOCUMENT, 'Handbook for new colleagues'],
  ['csv', 'beds.csv', TABLE, 'Beds and harvest'],
  ['json', 'garden.json', JSON_TEXT, 'Garden settings'],
  ['code', 'thirsty.ts', CODE, 'Beds that need water'],
  ['svg', 'logo.svg', DRAWING, 'Logo draft'],
  ['image', 'photo.png', png(900, 600), 'Bed four in May'],
  ['pdf', 'spring.pdf', PDF, 'Invoice of spring'],
  ['none', 'archive.bin', Uint8Array.from([1, 2, 3, 0, 255]), 'Backup of the beds'],
]

export async function artifactPages({ ann, bob, upload }: StartedArtifacts): Promise<ConsolePage[]> {
  const report = await upload(ann, 'report.html', REPORT, { title: 'Spring report' })
  await upload(ann, 'report.html', REPORT.replace('June', 'July'), { artifact: report.id })
  const people = { kind: 'people', people: [bob.account.email], groups: [] }
  await ann.call('POST', `/portal/artifacts/api/${report.id}/audience`, people)
  const { url } = await ann.call('POST', `/portal/artifacts/api/${report.id}/link`, { action: 'create' })
  const shown: ConsolePage[] = []
  for (const [name, filename, content, title] of FILES) {
    const { id } = await upload(ann, filename, content, { title })
    shown.push([`artifact-${name}`, `/artifacts/${id}`, title, contentShown])
  }
  const viewer = `/artifacts/${report.id}`
  return [
    ['artifacts', '/artifacts', 'Artifacts'],
    ['artifacts-empty', '/artifacts?view=shared', 'Artifacts'],
    ['artifact', viewer, 'Spring report', reportShown],
    ['artifact-older', `${viewer}?version=1`, 'Spring report', reportShown],
    [
      'artifact-share',
      viewer,
      'Spring report',
      async (page) => {
        await page.getByRole('button', { name: 'Share…' }).click()
        await page.getByRole('dialog').waitFor()
      },
    ],
    ...shown,
    ['public-link', `/p/${new URL(url).hash}`, 'Spring report'],
  ]
}

const reportShown = (page: Page): Promise<void> =>
  frameOf(page, 'Spring report').getByRole('heading').first().waitFor()

/** Waits for the content, because the title appears earlier. */
const contentShown = (page: Page): Promise<void> =>
  page.getByRole('status', { name: 'Loading the content…' }).waitFor({ state: 'detached' })

export async function takeArtifactPicture(browser: Browser): Promise<void> {
  await using started = await startArtifacts()
  const { hub, ann, upload } = started
  const { id } = await upload(ann, 'report.html', REPORT, { title: 'Spring report' })
  const context = await browser.newContext(SMALL)
  await context.addCookies([{ name: 'token', value: ann.token, url: hub.url }])
  const page = await context.newPage()
  await page.goto(`${hub.url}/portal/artifacts/${id}`)
  await frameOf(page, 'Spring report').getByRole('heading').first().waitFor()
  await picture(page, 'start-artifact')
}
