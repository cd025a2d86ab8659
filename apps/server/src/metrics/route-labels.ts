const routesMax = 200
const rest = 'other'

/**
 * Routes as labels, the first so many that are served; the rest share one label. Each route of a histogram is some thirty series, and a caller
 * who walks through all calls must not make thousands of them.
 */
export class RouteLabels {
  readonly #max: number
  readonly #known = new Set<string>()

  constructor(max = routesMax) {
    this.#max = max
  }

  labelOf(route: string): string {
    if (this.#known.has(route)) return route
    if (this.#known.size >= this.#max) return rest
    this.#known.add(route)
    return route
  }

  /** The label of an answered request: what was refused makes none of its own, because anyone may send it. A route that was served keeps its own. */
  labelOfAnswer(route: string, statusCode: number): string {
    const isRefused = statusCode >= 400 && statusCode < 500
    return isRefused && !this.#known.has(route) ? 'refused' : this.labelOf(route)
  }
}
