import Cairn
import Foundation

// A recorder of meetings, written like a feature for the Composable Architecture. It has an enum of destinations, a
// stack of screens, a shared list on disk, and a client with closures.

struct Meeting: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var title = ""
  var attendees: [String] = []
  var length: Duration = .seconds(300)
  var transcript: String?
}

extension SharedReaderKey where Self == InMemoryKey<IdentifiedArrayOf<Meeting>>.Default {
  static var meetings: Self { Self[.inMemory("meetings"), default: []] }
}

extension SharedReaderKey where Self == InMemoryKey<String?>.Default {
  static var lastTitle: Self { Self[.inMemory("last title"), default: nil] }
}

@DependencyClient
struct SpeechClient: Sendable {
  var authorize: @Sendable () async -> Bool = { false }
  var transcribe: @Sendable (_ meeting: UUID) -> AsyncThrowingStream<String, any Error> = { _ in
    .finished()
  }
  var upload: @Sendable (_ text: String, _ to: String) async throws -> Int
  var forget: @Sendable (_ meeting: UUID) async -> Void
}

extension SpeechClient: TestDependencyKey {
  static let testValue = SpeechClient()
}

extension DependencyValues {
  var speech: SpeechClient {
    get { self[SpeechClient.self] }
    set { self[SpeechClient.self] = newValue }
  }
}

@Reducer
struct MeetingForm {
  @ObservableState
  struct State: Equatable {
    var focus: Field? = .title
    var meeting: Meeting

    enum Field: Hashable {
      case attendee(Int)
      case title
    }
  }

  enum Action: BindableAction, Equatable {
    case addAttendeeButtonTapped
    case binding(BindingAction<State>)
    case onDeleteAttendees(IndexSet)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addAttendeeButtonTapped:
        state.meeting.attendees.append("")
        state.focus = .attendee(state.meeting.attendees.count - 1)
        return .none
      case .binding(\.meeting.title):
        return .none
      case .binding:
        return .none
      case .onDeleteAttendees(let indices):
        state.meeting.attendees.remove(atOffsets: indices)
        return .none
      }
    }
  }
}

@Reducer
struct Recording {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Shared var meeting: Meeting
    var seconds = 0
    var transcript = ""

    var left: Duration { meeting.length - .seconds(seconds) }
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case delegate(Delegate)
    case endButtonTapped
    case onTask
    case speechFailed
    case speechHeard(String)
    case timerTicked

    @CasePathable
    enum Alert {
      case discardButtonTapped
      case saveButtonTapped
    }
    @CasePathable
    enum Delegate: Equatable {
      case saved(transcript: String)
    }
  }

  private enum CancelID { case speech }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.speech) var speech

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.discardButtonTapped)):
        return .run { _ in await dismiss() }
      case .alert(.presented(.saveButtonTapped)):
        return finish(&state)
      case .alert:
        return .none
      case .delegate:
        return .none
      case .endButtonTapped:
        state.alert = .end
        return .none
      case .onTask:
        return .run { [id = state.meeting.id] send in
          await withTaskGroup(of: Void.self) { group in
            group.addTask {
              guard await speech.authorize() else { return }
              do {
                try await withTaskCancellation(id: CancelID.speech, cancelInFlight: true) {
                  for try await text in speech.transcribe(meeting: id) {
                    await send(.speechHeard(text))
                  }
                }
              } catch is CancellationError {
              } catch {
                await send(.speechFailed)
              }
            }
            group.addTask {
              for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTicked) }
            }
          }
        }
      case .speechFailed:
        state.alert = .speechFailed
        return .none
      case .speechHeard(let text):
        state.transcript = text
        return .none
      case .timerTicked:
        guard state.alert == nil else { return .none }
        state.seconds += 1
        return state.left <= .zero ? finish(&state) : .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func finish(_ state: inout State) -> EffectOf<Self> {
    state.$meeting.withLock { [text = state.transcript] in $0.transcript = text }
    return .concatenate(
      .cancel(id: CancelID.speech),
      .send(.delegate(.saved(transcript: state.transcript))),
      .run { _ in await dismiss() }
    )
  }
}

extension AlertState where Action == Recording.Action.Alert {
  static let end = Self {
    TextState("End the meeting?")
  } actions: {
    ButtonState(action: .saveButtonTapped) { TextState("Save") }
    ButtonState(role: .destructive, action: .discardButtonTapped) { TextState("Discard") }
    ButtonState(role: .cancel) { TextState("Continue") }
  } message: {
    TextState("Save the recording or discard it.")
  }

  static let speechFailed = Self {
    TextState("Speech recognition failed")
  } actions: {
    ButtonState(role: .cancel) { TextState("Continue") }
    ButtonState(role: .destructive, action: .discardButtonTapped) { TextState("Discard") }
  }
}

@Reducer
struct MeetingDetail {
  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case edit(MeetingForm)
    @ReducerCaseIgnored
    case help

    @CasePathable
    enum Alert { case confirmDeletion }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Shared var meeting: Meeting

    init(destination: Destination.State? = nil, meeting: Shared<Meeting>) {
      self.destination = destination
      _meeting = meeting
    }
  }

  enum Action: Sendable {
    case cancelEditButtonTapped
    case delegate(Delegate)
    case deleteButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case doneEditingButtonTapped
    case editButtonTapped
    case helpButtonTapped

    @CasePathable
    enum Delegate: Equatable { case deleted }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelEditButtonTapped:
        state.destination = nil
        return .none
      case .delegate:
        return .none
      case .deleteButtonTapped:
        state.destination = .alert(
          AlertState {
            TextState("Delete?")
          } actions: {
            ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Yes") }
            ButtonState(role: .cancel) { TextState("Nevermind") }
          })
        return .none
      case .destination(.presented(.alert(.confirmDeletion))):
        return .run { send in
          await send(.delegate(.deleted))
          await dismiss()
        }
      case .destination:
        return .none
      case .doneEditingButtonTapped:
        guard let meeting = state.destination?.edit?.meeting else { return .none }
        state.$meeting.withLock { $0 = meeting }
        state.destination = nil
        return .none
      case .editButtonTapped:
        state.destination = .edit(MeetingForm.State(meeting: state.meeting))
        return .none
      case .helpButtonTapped:
        state.destination = .help
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension MeetingDetail.Destination.State: Equatable {}
extension MeetingDetail.Destination.Action: Sendable {}

@Reducer
struct MeetingList {
  @Reducer(state: .equatable)
  enum Destination {
    case add(MeetingForm)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Shared(.lastTitle) var lastTitle
    @Shared(.meetings) var meetings
  }

  enum Action {
    case addButtonTapped
    case confirmAddButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case onDelete(IndexSet)
  }

  @Dependency(\.uuid) var uuid

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .add(.init(meeting: Meeting(id: uuid())))
        return .none
      case .confirmAddButtonTapped:
        guard let meeting = state.$destination.add?.meeting else { return .none }
        state.destination = nil
        state.$meetings.withLock { _ = $0.append(meeting) }
        state.$lastTitle.withLock { $0 = meeting.title }
        return .none
      case .destination:
        return .none
      case .onDelete(let indices):
        state.$meetings.withLock { $0.remove(atOffsets: indices) }
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination) { Destination.body }
  }
}

@Reducer
struct RecorderApp {
  @Reducer(state: .equatable)
  enum Path {
    case detail(MeetingDetail)
    case recording(Recording)
  }

  @ObservableState
  struct State: Equatable {
    var list = MeetingList.State()
    var path = StackState<Path.State>()
  }

  enum Action {
    case list(MeetingList.Action)
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    Scope(\.list, action: \.list) { MeetingList() }
    Reduce { state, action in
      switch action {
      case .path(.element(let id, .detail(.delegate(.deleted)))):
        guard let meeting = state.path[id: id, case: \.detail]?.meeting else { return .none }
        state.list.$meetings.withLock { _ = $0.remove(id: meeting.id) }
        return .none
      case .list, .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}
