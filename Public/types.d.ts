// The types that the script's modules share, and the parts of the DOM that this version of TypeScript doesn't have.
// Only the type check reads this file. See `tsconfig.json`.

/** The value of a field, which is a text, the state of a box, or the chosen file. */
type FieldValue = string | boolean | File

/**
 * A node of the page. It has the members of all kinds of elements that the script uses, because its kind depends on the
 * markup. Members of other kinds are `undefined`.
 */
interface PageNode extends HTMLElement {
  readonly childNodes: NodeListOf<PageNode>
  readonly firstChild: PageNode | null
  readonly nextElementSibling: PageNode | null
  readonly nextSibling: PageNode | null
  readonly parentElement: PageNode
  readonly parentNode: PageNode
  readonly previousElementSibling: PageNode | null
  readonly dataset: Record<string, any>
  cloneNode(isDeep?: boolean): PageNode
  moveBefore(node: Node, child: Node | null): void
  data: string

  // Forms, dialogs, and the description of the page.
  readonly action: string
  readonly content: string
  readonly elements: Record<string, PageNode>
  readonly enctype: string
  close(): void
  showModal(): void
  submit(): void

  // Fields.
  ariaInvalid: boolean | string | null
  checked: boolean
  defaultChecked: boolean
  defaultValue: string
  readonly files: Iterable<File> & ArrayLike<File>
  readonly form: PageForm
  readonly labels: NodeListOf<HTMLLabelElement> | null
  name: string
  readonly options: HTMLOptionsCollection
  readonly selectedOptions: HTMLCollectionOf<HTMLOptionElement>
  /** `null`, which counts as 0, if the browser doesn't report it, as for an email address. */
  readonly selectionStart: number
  type: string
  value: string
  select?(): void

  // The script's own properties of fields.
  /** Whether the user has changed it. */
  isEdited?: boolean
  /** Whether the typed text stays although the server has changed it, because the user is typing. */
  isHeld?: boolean
  /** The message shown because the server has rejected it. */
  shownError?: string | false
  /** The value that was sent, until the server has responded. */
  sent?: FieldValue
  /** The page's value before the user changed it. */
  wasShown?: FieldValue
}

/** A form. Each layer is a form. */
type PageForm = PageNode & HTMLFormElement

/** The names of the methods of a node. */
type MethodName = {
  [Name in keyof PageNode]-?: PageNode[Name] extends (...values: any[]) => any ? Name : never
}[keyof PageNode]

/** The methods of a node. */
type Methods = { [Name in Exclude<MethodName, keyof Finders>]: Extract<PageNode[Name], (...values: any[]) => any> } & Finders

/** Methods whose parameters or results have other types than in `Element`. */
interface Finders {
  appendChild(child: Node): PageNode
  closest(selectors: string): PageNode | null
  querySelector(selectors: string): PageNode | null
  querySelectorAll(selectors: string): NodeListOf<PageNode>
  setAttribute(name: string, value: string | number): void
}

/** What the page shows. */
interface Shown {
  /** The digest of the page, for the server. */
  digest: string
  /** The levels of the page. */
  trail: string
  /** The token of its forms. */
  token: string
  /** The language of the page when it was loaded, if the application has several, and the version of its frame. */
  lang?: string
  /** Whether the server can push changes to the page. */
  isLive: any
  /** Whether the page depends on values of the browser, and was made with others. */
  isOutdated?: any
  /** Whether the server has sent the digest in a patch, and so probably knows it. */
  isKnown?: boolean
}

/** A change of a run. It contains unchanged parts (first and count), a changed part (with its markup, or a check and an
 * option), or the number of new markup. See `Renderer+Patch.swift`. */
type PatchStep = [first: number, count: number, piece?: number | string, option?: string] | number

/** A layer in a patch, which is the number of an unchanged layer, the markup of a new layer, or the changes. */
type PatchLayer = number | { html: number } | { html?: undefined; of: number; rest?: number; runs?: Record<string, PatchStep[]> }

/** The first line of a patch. */
type Patch = {
  from?: string
  to: string
  title?: string
  url?: string
  lang?: string
  focus?: string
  live?: 1
  layers: PatchLayer[]
} & ({ token: string; trail: string } | { token?: undefined; trail?: undefined })

/** A patch that was applied, with the page's URL. */
type AppliedPatch = Patch & { url: string }

/** Rows and fields that are adjacent siblings. */
type Run = PageNode[]

/** A place for a run. */
interface RunPlace {
  parent: PageNode
  end: PageNode | null
}

/** A field to restore, with its ID, the typed value, whether that's unsent, its label, and the page's value. */
type TypedField = [id: string, value: FieldValue, isUnsent: boolean, label?: string | null, before?: FieldValue]

/** The state that a user leaves on a page. */
interface Left {
  typed?: TypedField[]
  /** The control with the focus, in the notation of a patch. */
  focus?: string
  /** The language of the page, if the application has several, and the version of its frame. */
  lang?: string
  /** The scroll position of the page. */
  scroll?: number
}

/** A page in the browser's history. */
interface Page {
  trail: string
  /** The ID of the page's scene. */
  scene?: string
  url: string
  /** The levels of the page that this page has replaced in its entry. */
  covered?: string
}

/** An entry of the browser's history. */
type Entry = Page & Left & { visit?: number }

/** The items of a form. */
type Items = [name: string, value: any][]

/** Called with the fraction of an upload that was sent, and without a value at its end. */
type Progress = (part?: number) => void

/** The options that an upload requires. */
type Upload = Required<Pick<RequestOptions, "headers" | "report">> & { body: FormData }

/** The options of a request, with the items to send. */
interface RequestOptions {
  headers?: Record<string, string>
  method?: string
  redirect?: RequestRedirect
  items?: Items
  signal?: AbortSignal
  report?: Progress
}

/** The parts of a response that the script reads. An upload creates its own. */
interface Answer {
  readonly status: number
  readonly url: string
  readonly redirected: boolean
  readonly type?: ResponseType
  readonly headers: { get(name: string): string | null }
  readonly body?: ReadableStream<Uint8Array> | null
  text(): string | Promise<string>
}

/** A response, and its patch, or an empty text if there's none. */
interface Result {
  answer: Answer
  text: string
}

/** A function that runs when its turn comes. */
type Job = () => unknown

// The DOM

interface Document {
  readonly activeElement: PageNode
  readonly prerendering?: boolean
  getElementById(id: string): PageNode | null
  startViewTransition(change: () => unknown): {
    readonly ready: Promise<void>
    readonly finished: Promise<void>
    readonly updateCallbackDone: Promise<void>
  }
}

/** The script takes the first or last element only of arrays that have elements. */
interface Array<T> {
  at(index: number): T
  shift(): T
  findLastIndex(isWanted: (value: T, index: number, array: T[]) => unknown): number
}

interface ParentNode {
  querySelector<E extends Element = PageNode>(selectors: string): E | null
  querySelectorAll<E extends Element = PageNode>(selectors: string): NodeListOf<E>
}

interface Element {
  closest<E extends Element = PageNode>(selectors: string): E | null
}
