import axe from 'axe-core'
import type { Page } from 'playwright'

/** The rules of axe that read colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** Serious accessibility violations of the page as shown, by rule and element. */
export const hindrances = async (page: Page, rules: 'all rules' | 'rules of colours' = 'all rules'): Promise<string[]> => {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(rules === 'rules of colours' && { runOnly: { type: 'rule', values: rulesOfColours } }),
  }
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`))
}
