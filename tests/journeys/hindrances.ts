import axe from 'axe-core'
import type { Page } from 'playwright'

/** The rules of axe that read colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/**
 * The rules that are on and can find something serious: a rule has one impact, which all that it finds gets. Running the others and leaving out
 * what they find takes a fifth more.
 */
const rulesThatHinder = `axe._audit.rules.filter(({ enabled, impact }) => enabled && impact !== 'minor' && impact !== 'moderate').map(({ id }) => id)`

/** Serious accessibility violations of the page as shown, by rule and element. */
export const hindrances = async (page: Page, rules: 'all rules' | 'rules of colours' = 'all rules'): Promise<string[]> => {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  const values = rules === 'rules of colours' ? rulesOfColours : await page.evaluate<string[]>(rulesThatHinder)
  const options: axe.RunOptions = { resultTypes: ['violations'], runOnly: { type: 'rule', values } }
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`))
}
