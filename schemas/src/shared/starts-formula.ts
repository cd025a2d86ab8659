/**
 * Whether a spreadsheet may run a cell that starts so (OWASP, CSV injection). Programs leave out spaces, controls and marks without a width
 * before they look, and read the signs of East Asian keyboards in their full width like the others.
 */
export const startsFormula = (text: string): boolean =>
  /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|^[\t\r\n]/u.test(text)
