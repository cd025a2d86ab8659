const signs: Readonly<Record<string, string>> = { '*': '×', '/': '÷', '-': '−' }

/** A sum of a guide, `43.22 * 0.09 = 3.89`, with its figures as the language writes them. The guides have the same sums in each language. */
export const sumInFigures = (sum: string, language: string): string =>
  sum
    .trim()
    .split(' ')
    .map((part) => {
      if (!/^\d+(\.\d+)?$/.test(part)) return signs[part] ?? part
      const digits = part.split('.')[1]?.length ?? 0
      return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(Number(part))
    })
    .join(' ')
    .replaceAll(/\( | \)/g, (bracket) => bracket.trim())
