import type { EventLog } from '@nightflow/event-log/event-log'
import { ImportId } from '@nightflow/schemas/metering/imports'
import { ProblemError } from '../shared/problem.ts'

const knownMax = 1_000

/** The imports that a tenant declared. A declaration is permanent and is looked up once; the read models have the withdrawals. */
export class DeclaredImports {
  readonly #log: Pick<EventLog, 'findEvent'>
  readonly #known = new Set<string>()

  constructor(log: Pick<EventLog, 'findEvent'>) {
    this.#log = log
  }

  /**
   * The import that a frame names in `x-import-id`; undefined when it names none.
   *
   * @throws ProblemError request-invalid for one that the tenant did not declare.
   */
  async named(tenant: string, header: string | string[] | undefined): Promise<string | undefined> {
    if (header === undefined) return undefined
    const importId = ImportId.safeParse(header)
    if (!importId.success) throw new ProblemError('request-invalid', 'x-import-id is not the id of an import')
    const key = `${tenant}/${importId.data.toLowerCase()}`
    if (!this.#known.has(key)) await this.#lookUp(tenant, importId.data, key)
    return importId.data.toLowerCase()
  }

  async #lookUp(tenant: string, importId: string, key: string): Promise<void> {
    const declared = await this.#log.findEvent(importId)
    if (declared?.type !== 'metering.ImportDeclared' || declared.metadata.tenant !== tenant)
      throw new ProblemError('request-invalid', 'x-import-id names an import that was not declared: POST /api/v1/imports declares one')
    if (this.#known.size >= knownMax) this.#known.clear()
    this.#known.add(key)
  }
}
