"""The addresses of rooms. ``/r/<public id>/…`` needs a pass; the links that hand one out redirect there."""

from django.urls import include, path

from games.views import console, end, entrance, hosting, opening, playing, room

app_name = "rooms"

inside = [
    path("", room.room, name="room"),
    path("look", room.look, name="look"),
    path("public", room.public, name="projector"),
    path("public/look", room.public_look, name="projector_look"),
    path("past/<int:year>", room.past, name="past"),
    path("qr/<slug:which>.svg", entrance.qr, name="qr"),
    path("record.json", end.record, name="record"),
    path("rematch", end.rematch, name="rematch"),
    path("rematch/follow", end.follow, name="follow"),
    path("admit", entrance.admit, name="admit"),
    path("join", entrance.join, name="join"),
    path("join/watch", entrance.watch_instead, name="watch_instead"),
    path("submit", playing.submit, name="submit"),
    path("take-back", playing.take_back, name="take_back"),
    path("say", playing.say, name="say"),
    path("leave", playing.leave, name="leave"),
    path("resume-link", playing.resume_link, name="resume_link"),
    path("options", hosting.options, name="options"),
    path("add-player", hosting.add_player, name="add_player"),
    path("start", hosting.start, name="start"),
    path("pause", hosting.pause, name="pause"),
    path("unpause", hosting.unpause, name="unpause"),
    path("extend", hosting.extend, name="extend"),
    path("end-phase", hosting.end_phase, name="end_phase"),
    path("remove", hosting.remove, name="remove"),
    path("substitute", hosting.substitute, name="substitute"),
    path("hand-over", hosting.hand_over, name="hand_over"),
    path("renew-links", hosting.renew_links, name="renew_links"),
    path("claim", hosting.claim, name="claim"),
    path("hide", hosting.hide, name="hide"),
    path("close", hosting.close, name="close"),
    path("act/<int:number>", console.act, name="act"),
    path("act/<int:number>/take-back", console.take_back, name="act_take_back"),
    path("correct", console.correct, name="correct"),
    path("plan", console.plan, name="plan"),
    path("rewind", console.rewind, name="rewind"),
    path("console-link", console.link, name="console_link"),
    path("leave-console", console.leave, name="leave_console"),
]

urlpatterns = [
    path("play/<slug:slug>/", opening.play, name="play"),
    path("rules/<slug:slug>", opening.rules, name="rules"),
    path("play/<slug:slug>/quick", opening.quick, name="quick"),
    path("j/<str:token>", entrance.enter_join, name="enter_join"),
    path("watch/<str:token>", entrance.enter_watch, name="enter_watch"),
    path("resume/<str:token>", entrance.enter_resume, name="enter_resume"),
    path("r/<str:public_id>/", include(inside)),
]
