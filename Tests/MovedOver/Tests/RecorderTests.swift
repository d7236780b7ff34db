import Cairn
import CairnTesting
import Foundation
import Testing

@testable import MovedOver

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RecorderTests {
  @Test
  func `A meeting is added`() async {
    let store = TestStore(initialState: MeetingList.State()) {
      MeetingList()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.addButtonTapped) {
      $0.destination = .add(MeetingForm.State(meeting: Meeting(id: UUID(0))))
    }
    await store.send(\.destination.add.binding.meeting.title, "Standup") {
      $0.$destination[case: \.add]?.meeting.title = "Standup"
    }
    await store.send(\.destination.add.addAttendeeButtonTapped) {
      $0.destination.modify(\.add) {
        $0.meeting.attendees = [""]
        $0.focus = .attendee(0)
      }
    }
    let meeting = Meeting(id: UUID(0), title: "Standup", attendees: [""])
    await store.send(.confirmAddButtonTapped) {
      $0.destination = nil
      $0.$meetings.withLock { $0 = [meeting] }
      $0.$lastTitle.withLock { $0 = "Standup" }
    }
    expectNoDifference(store.state.meetings, [meeting])
  }

  @Test
  func `The recording ends when the timer runs out`() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: Recording.State(
        meeting: Shared(value: Meeting(id: UUID(0), length: .seconds(2))))
    ) {
      Recording()
    } withDependencies: {
      $0.continuousClock = clock
      $0.speech.authorize = { true }
      $0.speech.transcribe = { _ in
        AsyncThrowingStream { $0.yield("Hello") }
      }
    }

    await store.send(.onTask)
    await store.receive(\.speechHeard, "Hello") { $0.transcript = "Hello" }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTicked) { $0.seconds = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTicked) {
      $0.seconds = 2
      $0.$meeting.withLock { $0.transcript = "Hello" }
    }
    await store.receive(\.delegate.saved, "Hello")
    #expect(store.isDismissed)
  }

  @Test
  func `Failed speech recognition shows an alert`() async {
    struct SomeError: Error {}
    let store = TestStore(
      initialState: Recording.State(meeting: Shared(value: Meeting(id: UUID(0))))
    ) {
      Recording()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.speech.authorize = { true }
      $0.speech.transcribe = { _ in .finished(throwing: SomeError()) }
    }

    let onTask = await store.send(.onTask)
    await store.receive(\.speechFailed) { $0.alert = .speechFailed }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await onTask.cancel()
  }

  @Test
  func `A recording is discarded`() async {
    let store = TestStore(
      initialState: Recording.State(
        alert: .end, meeting: Shared(value: Meeting(id: UUID(0))))
    ) {
      Recording()
    }

    await store.send(\.alert.discardButtonTapped) { $0.alert = nil }
    #expect(store.isDismissed)
  }

  @Test
  func `A meeting is edited`() async {
    let meeting = Meeting(id: UUID(0), title: "Old")
    let store = TestStore(initialState: MeetingDetail.State(meeting: Shared(value: meeting))) {
      MeetingDetail()
    }

    await store.send(.editButtonTapped) {
      $0.destination = .edit(MeetingForm.State(meeting: meeting))
    }
    await store.send(\.destination.edit.binding.meeting.title, "New") {
      $0.destination?.edit?.meeting.title = "New"
    }
    await store.send(.doneEditingButtonTapped) {
      $0.destination = nil
      $0.$meeting.withLock { $0.title = "New" }
    }
    await store.send(.helpButtonTapped) { $0.destination = .help }
  }

  @Test
  func `A deleted meeting is popped from the stack`() async {
    let meeting = Meeting(id: UUID(0), title: "Gone soon")
    @Shared(.meetings) var meetings = [meeting]
    let store = TestStore(
      initialState: RecorderApp.State(
        path: StackState([
          .detail(MeetingDetail.State(meeting: Shared($meetings[id: meeting.id])!))
        ])
      )
    ) {
      RecorderApp()
    }

    await store.send(\.path[id: 0].detail.deleteButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .alert(
        AlertState {
          TextState("Delete?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Yes") }
          ButtonState(role: .cancel) { TextState("Nevermind") }
        })
    }
    await store.send(\.path[id: 0].detail.destination.alert.confirmDeletion) {
      $0.path[id: 0, case: \.detail]?.destination = nil
    }
    await store.receive(\.path[id: 0].detail.delegate.deleted) {
      $0.list.$meetings.withLock { $0 = [] }
    }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }

  @Test
  func `A nonexhaustive test can add a meeting`() async {
    let store = TestStore(initialState: RecorderApp.State()) {
      RecorderApp()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off

    await store.send(\.list.addButtonTapped)
    await store.send(\.list.destination.add.binding.meeting.title, "Retro")
    await store.send(\.list.confirmAddButtonTapped) {
      $0.list.destination = nil
    }
    #expect(store.state.list.meetings.map(\.title) == ["Retro"])
    #expect(store.state.list.lastTitle == "Retro")
  }

  @Test
  func `A closure that isn't set is reported`() async throws {
    let client = SpeechClient(authorize: { true })
    #expect(await client.authorize())
    await withKnownIssue {
      await client.forget(meeting: UUID(0))
    } matching: {
      $0.comments.description.contains("'SpeechClient.forget' was called")
    }
    await withKnownIssue {
      _ = try await client.upload(text: "a", to: "b")
    }
    withKnownIssue {
      _ = client.transcribe(meeting: UUID(0))
    }
  }
}
