import type { Page } from 'playwright-core'

/** The text of lines to copy, once they are there. */
export const codeSampleText = async (page: Page, label: string): Promise<string> =>
  (await page.getByRole('region', { name: label, exact: true }).innerText()).trim()
