import type { Page } from 'playwright-core'

export const codeSampleText = async (page: Page, label: string): Promise<string> =>
  (await page.getByRole('region', { name: label, exact: true }).innerText()).trim()
