import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Options {
  /** Leave alone what frames show, which is its author's own. */
  frames?: 'ignored'
  /** Only the rules about colours: for a page that was looked at just so in its other colour scheme. */
  rules?: 'colours' | undefined
}

interface Finding {
  id: string
  impact: string
  elements: string
}

/** What axe finds wrong on a page, however small, with the elements. */
export const allFindings = async (page: Page, options?: Options): Promise<string[]> =>
  (await findingsOn(page, options)).map(inWords)

/** What axe calls serious or critical on a page, with the elements. */
export const seriousFindings = async (page: Page, options?: Options): Promise<string[]> =>
  (await findingsOn(page, options))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(inWords)

/** Whether a page is wider than its window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

const inWords = ({ id, elements }: Finding) => `${id}: ${elements}`

/** Only violations leave the page: all else that axe tells is larger than the page itself. */
async function findingsOn(page: Page, { frames, rules }: Options = {}): Promise<Finding[]> {
  await page.evaluate(settled)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const options = {
    resultTypes: ['violations'],
    preload: { assets: ['media'] }, // style sheets are for a rule that is off
    iframes: frames !== 'ignored',
    ...(rules && { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }),
  }
  return page.evaluate<Finding[]>(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ id, impact, elements: nodes.map(({ html }) => html).join(' | ') })))`)
}

/** Colours change over a moment. */
const settled = `Promise.allSettled(document.getAnimations()
  .filter((animation) => animation instanceof CSSTransition).map(({ finished }) => finished)).then(() => null)`
